// Loads a library of kernels for Emscripten into memory of its own. In Pyodide, Python does this.

const STACK_BYTES = 1 << 20
const PAGE_BYTES = 1 << 16

/** The bytes of static data that a library needs, from its section for the dynamic linker. */
function staticBytes(module) {
  const section = new Uint8Array(WebAssembly.Module.customSections(module, "dylink.0")[0])
  let at = 0
  const number = () => {
    let found = 0
    for (let shift = 0; ; shift += 7) {
      const byte = section[at++]
      found |= (byte & 127) << shift
      if (byte < 128) return found
    }
  }
  while (at < section.length) {
    const kind = section[at++]
    const end = number() + at
    if (kind === 1) return number()
    at = end
  }
  return 0
}

/**
 * The functions of a library, its memory, and `reserve(bytes)`, which returns the address of new
 * memory. What a function allocates is freed when it returns.
 */
export async function load(bytes) {
  const module = await WebAssembly.compile(bytes)
  const memory = new WebAssembly.Memory({ initial: 1 })
  let top = STACK_BYTES
  const reserve = (size) => {
    const found = (top + 63) & ~63
    top = found + size
    const missing = Math.ceil((top - memory.buffer.byteLength) / PAGE_BYTES)
    if (missing > 0) memory.grow(missing)
    return found
  }
  const dataAt = reserve(staticBytes(module))
  const { exports } = await WebAssembly.instantiate(module, {
    env: {
      memory,
      __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, STACK_BYTES),
      __memory_base: new WebAssembly.Global({ value: "i32" }, dataAt),
      __table_base: new WebAssembly.Global({ value: "i32" }, 0),
      __indirect_function_table: new WebAssembly.Table({ initial: 0, element: "anyfunc" }),
      malloc: reserve,
      free: () => {},
      log: Math.log,
    },
  })
  exports.__wasm_apply_data_relocs?.()
  exports.__wasm_call_ctors?.()
  const call = (name, frame) => {
    const before = top
    const status = exports[name](frame)
    top = before
    return status
  }
  return { call, memory, reserve }
}
