// Calls functions of a WebAssembly library: `node webassembly.mjs LIBRARY`, for webassembly.py.
//
// A request is a line with the function's name, the number of slots, and for each array its slot and
// its bytes; then follow the frame and the arrays. The reply is the returned number, the frame and the
// arrays, as the call left them.

import { readFileSync, readSync, writeSync } from "node:fs"

import { load } from "./side_module.mjs"

const { call, memory, reserve } = await load(readFileSync(process.argv[2]))

let pending = Buffer.alloc(0)

function take(size) {
  const found = Buffer.alloc(size)
  let filled = pending.copy(found)
  pending = pending.subarray(filled)
  while (filled < size) {
    const more = readSync(0, found, filled, size - filled, null)
    if (!more) process.exit(0)
    filled += more
  }
  return found
}

function line() {
  while (!pending.includes(10)) {
    const part = Buffer.alloc(1 << 16)
    const more = readSync(0, part)
    if (!more) process.exit(0)
    pending = Buffer.concat([pending, part.subarray(0, more)])
  }
  return take(pending.indexOf(10) + 1).toString().trim().split(" ")
}

function write(bytes) {
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at)
}

// Arrays are put in the same place in every call, which grows when they don't fit.
let room = { at: 0, size: 0 }

function roomFor(size) {
  if (size > room.size) room = { at: reserve(2 * size), size: 2 * size }
  return room.at
}

const padded = (size) => (size + 63) & ~63

for (;;) {
  const [symbol, ...numbers] = line()
  const [slots, ...arrays] = numbers.map(Number)
  const sizes = [8 * slots, ...arrays.filter((_, number) => number % 2)]
  const start = roomFor(sizes.reduce((sum, size) => sum + padded(size), 0))
  const places = []
  let at = start
  for (const size of sizes) {
    places.push([at, size])
    new Uint8Array(memory.buffer, at, size).set(take(size))
    at += padded(size)
  }
  const frame = new DataView(memory.buffer, start)
  for (let number = 1; number < places.length; number++) {
    frame.setBigInt64(8 * arrays[2 * number - 2], BigInt(places[number][0]), true)
  }
  const status = Buffer.alloc(4)
  status.writeInt32LE(call(symbol, start))
  write(Buffer.concat([status, ...places.map(([at, size]) => new Uint8Array(memory.buffer, at, size))]))
}
