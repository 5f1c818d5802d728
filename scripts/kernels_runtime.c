// What compiled kernels need besides themselves: memory for scratch arrays, which Numba's code takes
// through these functions, and on x86 the level of the processor.

#include <stddef.h>
#include <stdint.h>

// As Numba's code reads it. Numba runs on a 64-bit machine, so its integers have 64 bits on every
// target, while pointers have those of the target.
typedef struct {
    int64_t references;
    void *destructor, *destructor_info, *data;
    int64_t size;
    void *allocator;
} MemInfo;

void *malloc(size_t);
void free(void *);

MemInfo *NRT_MemInfo_alloc_aligned(int64_t size, uint32_t align) {
    MemInfo *info = malloc(sizeof(MemInfo) + (size_t)size + align);
    if (!info) return NULL;
    uintptr_t data = (uintptr_t)(info + 1);
    info->references = 1;
    info->data = (void *)((data + align - 1) / align * align);
    info->size = size;
    return info;
}
void NRT_MemInfo_call_dtor(MemInfo *info) { free(info); }

#ifdef __x86_64__
#include <cpuid.h>

static int has(unsigned word, unsigned bits) { return (word & bits) == bits; }

// 1 to 3, for x86-64-v1 to v3.
#ifdef _WIN32
__declspec(dllexport)
#else
__attribute__((visibility("default")))
#endif
int cpu_level(void) {
    unsigned a, b, c, d, extended = 0;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return 1;
    unsigned sse3_ssse3_cx16_sse41_sse42_popcnt = 1u | 1u << 9 | 1u << 13 | 1u << 19 | 1u << 20 | 1u << 23;
    if (!has(c, sse3_ssse3_cx16_sse41_sse42_popcnt)) return 1;
    unsigned fma_movbe_osxsave_avx_f16c = 1u << 12 | 1u << 22 | 1u << 27 | 1u << 28 | 1u << 29;
    if (!has(c, fma_movbe_osxsave_avx_f16c)) return 2;
    unsigned low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    if (!has(low, 6)) return 2; // the system doesn't save the AVX registers
    if (!__get_cpuid(0x80000001, &a, &b, &extended, &d) || !has(extended, 1u << 5)) return 2; // lzcnt
    unsigned bmi1_avx2_bmi2 = 1u << 3 | 1u << 5 | 1u << 8;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !has(b, bmi1_avx2_bmi2)) return 2;
    return 3;
}
#endif
