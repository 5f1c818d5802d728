/**
 * The words in which the server speaks of a scene: `sommet.core.scene` as plain data, where what
 * is usual is left out. Written by `python -m scripts.typedefs`.
 *
 * @typedef {[number, number, number]} Place a point or a direction in space
 * @typedef {[number, number]} Point a point of the screen: across and down
 *
 * @typedef {object} Scene
 * @property {Solid[]} solids
 * @property {Spot[]} [spots]
 * @property {Label[]} [labels]
 * @property {(string|Solid)[]} [marks]
 * @property {Camera} [camera]
 * @property {Place[]} [frame]
 * @property {string} [title]
 * @property {([string|Solid, string|Solid])[]} [trails]
 * @property {string} [cloth]
 * @property {Place[]} [ahead]
 * @property {number} [stock]
 * @typedef {{ act: EffectKind, id: string, solid?: Solid, via?: Place[] }} Effect
 *
 * @typedef {object} Solid
 * @property {string} id
 * @property {Kind} kind
 * @property {Place} place
 * @property {string} colour
 * @property {Place} [size]
 * @property {Place} [facing]
 * @property {number} [rings]
 * @property {Point[]} [outline]
 * @property {string} [cell]
 * @property {number} [level]
 * @property {number} [tray]
 * @property {number} [scale] while it moves: how large it is drawn now
 * @property {boolean} [held] while a hand carries it over all else
 * @typedef {{ step: string, at: string|Solid, label?: string }} Spot
 * @typedef {{ place: Place, text: string, role?: Role, colour?: string, tray?: number }} Label
 * @typedef {{ turn?: number, tilt?: number, up?: Place }} Camera
 * @typedef {"enter"|"move"|"leave"|"reveal"} EffectKind
 * @typedef {"ball"|"cube"|"pyramid"|"token"|"slab"|"hollow"|"socket"} Kind
 * @typedef {"name"|"head"|"count"|"seat"|"turn"|"winner"} Role
 */

export {};
