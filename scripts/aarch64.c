// Calls functions of the library for AArch64, under emulation: see `aarch64.py`. Requests and replies
// are those of `src/sommet/testing/webassembly.mjs`.

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_ARRAYS = 128 };

static void check(int fine, const char *what) {
    if (fine) return;
    fprintf(stderr, "aarch64: %s\n", what);
    exit(1);
}

int main(int count, char **arguments) {
    dlopen("libm.so.6", RTLD_NOW | RTLD_GLOBAL); // as Python does
    void *library = dlopen(arguments[count - 1], RTLD_NOW);
    check(library != NULL, library ? "" : dlerror());
    char symbol[128];
    size_t slots;
    while (scanf("%127s %zu", symbol, &slots) == 2) {
        size_t places[MOST_ARRAYS], sizes[MOST_ARRAYS], arrays = 0;
        while (getchar() == ' ') {
            check(arrays < MOST_ARRAYS, "too many arrays");
            check(scanf("%zu %zu", &places[arrays], &sizes[arrays]) == 2, "not a request");
            arrays++;
        }
        int64_t *frame = aligned_alloc(64, (8 * slots + 63) / 64 * 64);
        void *parts[MOST_ARRAYS];
        check(fread(frame, 8, slots, stdin) == slots, "the frame is incomplete");
        for (size_t number = 0; number < arrays; number++) {
            parts[number] = aligned_alloc(64, (sizes[number] + 64) / 64 * 64);
            check(fread(parts[number], 1, sizes[number], stdin) == sizes[number], "an array is incomplete");
            frame[places[number]] = (intptr_t)parts[number];
        }
        int32_t (*function)(int64_t *) = (int32_t (*)(int64_t *))dlsym(library, symbol);
        check(function != NULL, symbol);
        int32_t status = function(frame);
        fwrite(&status, 4, 1, stdout);
        fwrite(frame, 8, slots, stdout);
        for (size_t number = 0; number < arrays; number++) {
            fwrite(parts[number], 1, sizes[number], stdout);
            free(parts[number]);
        }
        free(frame);
        fflush(stdout);
    }
}
