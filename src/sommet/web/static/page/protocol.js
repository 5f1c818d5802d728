/**
 * What the server says and hears; `docs/protocol.md` explains it. Written by
 * `python -m scripts.typedefs`.
 *
 * @typedef {import("../board/types.js").Place} Place
 * @typedef {import("../board/types.js").Effect} Effect
 * @typedef {import("../board/types.js").Scene} Scene
 * @typedef {import("../board/types.js").Solid} Solid
 * @typedef {import("../board/types.js").Spot} Spot
 * @typedef {import("../board/types.js").Label} Label
 * @typedef {import("../board/types.js").Camera} Camera
 *
 * @typedef {"open"|"running"|"over"|"closed"} Stage
 * @typedef {TableOpened|PlayerJoined|Left|Salted|Dealt|Moved|Resigned|Flagged|Warned|Returned|
 *   Abandoned|DrawOffered|DrawDeclined|DrawAgreed|TakebackAsked|TakebackDeclined|TakenBack|
 *   RematchOffered|RematchDeclined|Rematched|Said|HandedOver|Closed} PublicEvent
 * @typedef {Welcome|Happened|You|Present|Thinking|Acknowledged|RefusedMessage|Sketched|Listed|
 *   HintGiven|Ping|Pong} ServerMessage
 * @typedef {Hello|ViewAs|Sketch|Explain|Moves|Hint|Mute|Report|Ping|Pong|Sit|Stand|Salt|Play|
 *   Resign|OfferDraw|AcceptDraw|DeclineDraw|AskTakeback|AcceptTakeback|DeclineTakeback|Warn|
 *   Claim|Rematch|DeclineRematch|Say} ClientMessage
 * @typedef {{ kind: "opened" }} TableOpened
 * @typedef {{ kind: "joined", seat: number, name: string }} PlayerJoined
 * @typedef {{ kind: "left", seat: number }} Left
 * @typedef {{ kind: "salted", seat: number, salt: string }} Salted
 * @typedef {{ kind: "dealt" }} Dealt
 *
 * @typedef {object} Moved
 * @property {"moved"} kind
 * @property {number} seat
 * @property {string} move
 * @property {number} [spent]
 * @property {boolean} [stand_in]
 * @property {number} [credited]
 * @property {number} [stalled]
 * @typedef {{ kind: "resigned", seat: number }} Resigned
 * @typedef {{ kind: "flagged", seat: number }} Flagged
 * @typedef {{ kind: "warned", seat: number, by: number, silent?: boolean }} Warned
 * @typedef {{ kind: "returned", seat: number }} Returned
 * @typedef {{ kind: "abandoned", seat: number, by: number, silent?: boolean }} Abandoned
 * @typedef {{ kind: "draw_offered", seat: number }} DrawOffered
 * @typedef {{ kind: "draw_declined", seat: number }} DrawDeclined
 * @typedef {{ kind: "draw_agreed", seat: number }} DrawAgreed
 * @typedef {{ kind: "takeback_asked", seat: number }} TakebackAsked
 * @typedef {{ kind: "takeback_declined", seat: number }} TakebackDeclined
 * @typedef {{ kind: "taken_back", seat: number, moves: number }} TakenBack
 * @typedef {{ kind: "rematch_offered", seat: number }} RematchOffered
 * @typedef {{ kind: "rematch_declined", seat: number }} RematchDeclined
 * @typedef {{ kind: "rematched", table: string }} Rematched
 * @typedef {{ kind: "said", seat: number, text?: string, phrase?: string }} Said
 * @typedef {{ kind: "handed_over", lost: number }} HandedOver
 * @typedef {{ kind: "closed", why?: string }} Closed
 *
 * @typedef {object} Welcome
 * @property {"welcome"} kind
 * @property {number} sequence
 * @property {number} now
 * @property {TableCard} table
 * @property {Frame} frame
 * @property {string[]} [moves]
 * @property {DescribedMove[]} [descriptions]
 * @property {OtherEvent[]} [other_events]
 * @property {Said[]} [chat]
 * @property {string[]} [phrases]
 *
 * @typedef {object} Happened
 * @property {"happened"} kind
 * @property {number} sequence
 * @property {number} at
 * @property {PublicEvent} event
 * @property {Record<string, unknown>} [patch]
 * @property {Effect[]} [effects]
 * @property {Message} [description]
 *
 * @typedef {object} You
 * @property {"you"} kind
 * @property {number[]} [seats]
 * @property {number} [viewer]
 * @property {string} [name]
 * @property {Record<string, unknown>} [patch]
 * @typedef {{ kind: "present", seats: boolean[], spectators: number }} Present
 * @typedef {{ kind: "thinking", seat: number, waiting: number, seconds?: number }} Thinking
 * @typedef {{ kind: "ack", id: string, sequence?: number }} Acknowledged
 * @typedef {{ kind: "refused", refused: Refused, id?: string }} RefusedMessage
 *
 * @typedef {object} Sketched
 * @property {"sketched"} kind
 * @property {string} id
 * @property {string[]} path
 * @property {Scene} scene
 * @property {Effect[]} effects
 * @property {string[]} steps
 * @property {string[]} finishing_steps
 * @property {boolean} end
 * @typedef {{ kind: "listed", id: string, position: number, moves: string[] }} Listed
 *
 * @typedef {object} HintGiven
 * @property {"hint_given"} kind
 * @property {string} id
 * @property {number} position
 * @property {string} move
 * @property {string[]} path
 * @property {number} value
 * @property {Message} [description]
 * @typedef {{ kind: "ping", id: string, lag?: number|null }} Ping
 * @typedef {{ kind: "pong", id: string, now?: number|null }} Pong
 *
 * @typedef {object} Hello
 * @property {"hello"} kind
 * @property {number|null} [after]
 * @property {number|null} [viewer]
 * @property {number|null} [view_as]
 * @property {number} [version]
 * @typedef {{ kind: "view_as", id: string, seat?: number|null }} ViewAs
 * @typedef {{ kind: "sketch", id: string, path?: string[] }} Sketch
 * @typedef {{ kind: "explain", id: string, at: string, path?: string[] }} Explain
 * @typedef {{ kind: "moves", id: string }} Moves
 * @typedef {{ kind: "hint", id: string }} Hint
 * @typedef {{ kind: "mute", id: string, seat: number, muted?: boolean }} Mute
 * @typedef {{ kind: "report", id: string, seat: number, words?: string }} Report
 *
 * @typedef {object} Sit
 * @property {"sit"} kind
 * @property {string} id
 * @property {number|null} [seat]
 * @property {string} [invitation]
 * @property {string} [salt]
 * @property {boolean} [salting]
 * @typedef {{ kind: "stand", id: string, seat?: number|null }} Stand
 * @typedef {{ kind: "salt", id: string, seat?: number|null, salt: string }} Salt
 *
 * @typedef {object} Play
 * @property {"play"} kind
 * @property {string} id
 * @property {number|null} [seat]
 * @property {number} position
 * @property {string} [move]
 * @property {string[]} [path]
 * @typedef {{ kind: "resign", id: string, seat?: number|null }} Resign
 * @typedef {{ kind: "offer_draw", id: string, seat?: number|null }} OfferDraw
 * @typedef {{ kind: "accept_draw", id: string, seat?: number|null }} AcceptDraw
 * @typedef {{ kind: "decline_draw", id: string, seat?: number|null }} DeclineDraw
 * @typedef {{ kind: "ask_takeback", id: string, seat?: number|null }} AskTakeback
 * @typedef {{ kind: "accept_takeback", id: string, seat?: number|null }} AcceptTakeback
 * @typedef {{ kind: "decline_takeback", id: string, seat?: number|null }} DeclineTakeback
 * @typedef {{ kind: "warn", id: string, seat?: number|null }} Warn
 * @typedef {{ kind: "claim", id: string, seat?: number|null }} Claim
 * @typedef {{ kind: "rematch", id: string, seat?: number|null }} Rematch
 * @typedef {{ kind: "decline_rematch", id: string, seat?: number|null }} DeclineRematch
 *
 * @typedef {object} Say
 * @property {"say"} kind
 * @property {string} id
 * @property {number|null} [seat]
 * @property {string} [text]
 * @property {string} [phrase]
 *
 * @typedef {object} Refused
 * @property {string} code
 * @property {string} words
 * @property {Record<string, string|number|Message|(string|number|Message)[]>} [parameters]
 * @property {string} [clause]
 * @typedef {{ position: string, turn: number, moves: MoveEvaluation[] }} AnalysisResult
 * @typedef {{ link: string, address: string, qr: string }} DeviceLink
 *
 * @typedef {object} Draft
 * @property {string} text
 * @property {Scene} scene
 * @property {string} held
 * @property {Record<string, string>} edits
 * @property {DraftTurn[]} turns
 * @property {string} problem
 *
 * @typedef {object} FreeBoardState
 * @property {string} text
 * @property {string} view
 * @property {number} turn
 * @property {number} seats
 * @property {Scene} scene
 * @property {Effect[]} effects
 * @property {string[]} steps
 * @property {boolean} end
 * @property {Ended} [outcome]
 * @property {string} [move]
 * @property {string} [next]
 * @property {boolean} [correct]
 * @property {string} [words]
 * @typedef {{ code: string, link: string, qr: string }} Invitation
 * @typedef {{ scene: Scene, effects: Effect[], text: string }} HistoryScene
 * @typedef {{ scene: Scene, moves: Effect[][] }} Preview
 * @typedef {{ endpoint: string, key: string, auth: string }} PushDevice
 *
 * @typedef {object} PushState
 * @property {string} key
 * @property {"no_https"|"not_installed"|null} unavailable
 * @property {string[]} devices
 *
 * @typedef {object} VariationMove
 * @property {Scene} scene
 * @property {Effect[]} effects
 * @property {string} text
 * @property {string} move
 * @property {number} seat
 * @property {Message|null} description
 *
 * @typedef {object} ParsedRecord
 * @property {string} game
 * @property {string} options
 * @property {string} verdict
 * @property {RecordMove[]} line
 * @property {string} text
 * @property {Ended} [outcome]
 *
 * @typedef {object} TableCard
 * @property {string} id
 * @property {string} game
 * @property {Record<string, string|number>} options
 * @property {Untimed|Total|PerMove|Days} clock
 * @property {boolean} public
 * @property {string} commitment
 * @property {number} [first]
 * @property {string} [previous_table]
 * @property {number[]} [score]
 * @property {string} [daily]
 * @property {boolean} [secrets]
 *
 * @typedef {object} Frame
 * @property {Stage} stage
 * @property {number} position
 * @property {Seat[]} seats
 * @property {number} [turn]
 * @property {Clocks} [clocks]
 * @property {number} [since]
 * @property {number} [draw_offer]
 * @property {number} [takeback_request]
 * @property {number} [warned]
 * @property {number[]} [rematch_requests]
 * @property {string} [next_table]
 * @property {Board} [board]
 * @typedef {{ seat: number, description: Message|null }} DescribedMove
 *
 * @typedef {object} OtherEvent
 * @property {number} after
 * @property {Resigned|Flagged|Warned|Returned|Abandoned|DrawOffered|DrawDeclined|DrawAgreed|TakebackAsked|TakebackDeclined|TakenBack|HandedOver} event
 * @typedef {{ code: string, parameters?: Record<string, string|number|Message> }} Message
 *
 * @typedef {object} MoveEvaluation
 * @property {string} move
 * @property {number} value
 * @property {string[]} line
 * @property {boolean} proven
 * @property {number|null} distance
 * @property {Message|null} description
 * @typedef {{ name: string, text: string, now: boolean }} DraftTurn
 *
 * @typedef {object} Ended
 * @property {number[]} winners
 * @property {string} result
 * @property {string} reason
 * @property {Record<string, number[]>} figures
 * @property {string} decided
 * @property {number[]} leavers
 * @property {string[]} secrets
 * @property {Record<string, number[]>} [parts]
 * @property {string} [colours]
 * @property {Record<string, number>} [won]
 * @typedef {{ text: string, move: string, path: string[] }} RecordMove
 * @typedef {{ kind: "none" }} Untimed
 * @typedef {{ kind: "total", seconds: number, increment: number }} Total
 * @typedef {{ kind: "per_move", seconds: number }} PerMove
 * @typedef {{ kind: "days", days: number }} Days
 *
 * @typedef {object} Seat
 * @property {"free"|"invited"|"taken"|"left"} state
 * @property {string} [name]
 * @property {string} [level]
 * @property {string} [salt]
 * @property {boolean} [salting]
 * @property {number} [team]
 * @property {boolean} [program]
 * @typedef {{ left: number[], since: number, ticking?: boolean }} Clocks
 *
 * @typedef {object} Board
 * @property {string} view
 * @property {BoardScene} scene
 * @property {string[]} [steps]
 * @property {string[]} [finishing_steps]
 * @property {string[]} [secrets]
 * @property {Ended} [outcome]
 * @property {string} [seed]
 * @property {Effect[]} [victory_effects]
 *
 * @typedef {object} BoardScene
 * @property {Record<string, Solid>} solids
 * @property {string[]} [order]
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
 */

export {};
