/**
 * The messages of the socket, as far as the page uses them; `docs/protocol.md` has them all.
 *
 * @typedef {import("../board/types.js").Scene} Scene
 * @typedef {import("../board/types.js").Effect} Effect
 *
 * @typedef {{ code: string, words: string, parameters?: Record<string, any>, clause?: string }} Refused
 * @typedef {{ code: string, parameters?: Record<string, any> }} Phrase
 * @typedef {{ state: "free"|"invited"|"taken"|"left", name?: string, level?: string }} Seat
 * @typedef {{ left: number[], since: number, ticking?: boolean }} Clocks
 * @typedef {{ winners: number[], result: string, reason: string, decided?: string,
 *   leavers?: number[], figures?: Record<string, number[]> }} Outcome
 *
 * @typedef {object} Board
 * @property {string} view
 * @property {Scene} scene
 * @property {string[]} [steps]
 * @property {Outcome} [outcome]
 * @property {string} [seed]
 * @property {Effect[]} [closing]
 *
 * @typedef {object} Frame
 * @property {"open"|"running"|"over"|"closed"} stage
 * @property {number} position
 * @property {Seat[]} seats
 * @property {number} [turn]
 * @property {Clocks} [clocks]
 * @property {number} [drawing]
 * @property {number} [asking]
 * @property {number} [warned]
 * @property {number[]} [wanting]
 * @property {string} [next]
 * @property {Board} [board]
 *
 * @typedef {{ kind: string, seat?: number, name?: string, move?: string, moves?: number,
 *   text?: string, phrase?: string, table?: string, lost?: number, stand_in?: boolean }} Happening
 * @typedef {{ seat: number, text?: string, phrase?: string }} Said
 * @typedef {{ position: number, move: string, path: string[], told?: Phrase }} Hint
 */

export {};
