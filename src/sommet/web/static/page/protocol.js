/**
 * What the server says and hears; `docs/protocol.md` explains it. Written by
 * `python -m scripts.typedefs`.
 *
 * @typedef {import("../board/types.js").Effect} Effect
 * @typedef {import("../board/types.js").Scene} Scene
 *
 * @typedef {"open"|"running"|"over"|"closed"} Stage
 * @typedef {TableSet|SatDown|Left|Salted|Moved|Resigned|Flagged|Warned|Abandoned|DrawOffered|
 *   DrawDeclined|DrawAgreed|TakebackAsked|TakebackDeclined|TakenBack|RematchOffered|Rematched|
 *   Said|HandedOver|Closed} Happening
 * @typedef {Welcome|Happened|You|Present|Thinking|Acknowledged|Trouble|Sketched|Listed|HintGiven|
 *   Ping|Pong} Answer
 * @typedef {Hello|Lift|Sketch|Moves|Hint|Mute|Report|Ping|Pong|Sit|Stand|Salt|Play|Resign|
 *   OfferDraw|AcceptDraw|DeclineDraw|AskTakeback|AcceptTakeback|DeclineTakeback|Warn|Claim|
 *   Rematch|Say} Incoming
 *
 * @typedef {object} TableSet
 * @property {"opened"} kind
 *
 * @typedef {object} SatDown
 * @property {"joined"} kind
 * @property {number} seat
 * @property {string} name
 *
 * @typedef {object} Left
 * @property {"left"} kind
 * @property {number} seat
 *
 * @typedef {object} Salted
 * @property {"salted"} kind
 * @property {number} seat
 * @property {string} salt
 *
 * @typedef {object} Moved
 * @property {"moved"} kind
 * @property {number} seat
 * @property {string} move
 * @property {number} [spent]
 * @property {boolean} [stand_in]
 *
 * @typedef {object} Resigned
 * @property {"resigned"} kind
 * @property {number} seat
 *
 * @typedef {object} Flagged
 * @property {"flagged"} kind
 * @property {number} seat
 *
 * @typedef {object} Warned
 * @property {"warned"} kind
 * @property {number} seat
 * @property {number} by
 *
 * @typedef {object} Abandoned
 * @property {"abandoned"} kind
 * @property {number} seat
 * @property {number} by
 *
 * @typedef {object} DrawOffered
 * @property {"draw_offered"} kind
 * @property {number} seat
 *
 * @typedef {object} DrawDeclined
 * @property {"draw_declined"} kind
 * @property {number} seat
 *
 * @typedef {object} DrawAgreed
 * @property {"draw_agreed"} kind
 * @property {number} seat
 *
 * @typedef {object} TakebackAsked
 * @property {"takeback_asked"} kind
 * @property {number} seat
 *
 * @typedef {object} TakebackDeclined
 * @property {"takeback_declined"} kind
 * @property {number} seat
 *
 * @typedef {object} TakenBack
 * @property {"taken_back"} kind
 * @property {number} seat
 * @property {number} moves
 *
 * @typedef {object} RematchOffered
 * @property {"rematch_offered"} kind
 * @property {number} seat
 *
 * @typedef {object} Rematched
 * @property {"rematched"} kind
 * @property {string} table
 *
 * @typedef {object} Said
 * @property {"said"} kind
 * @property {number} seat
 * @property {string} [text]
 * @property {string} [phrase]
 *
 * @typedef {object} HandedOver
 * @property {"handed_over"} kind
 * @property {number} lost
 *
 * @typedef {object} Closed
 * @property {"closed"} kind
 * @property {string} [why]
 *
 * @typedef {object} Welcome
 * @property {"welcome"} kind
 * @property {number} sequence
 * @property {number} now
 * @property {TableCard} table
 * @property {Frame} frame
 * @property {string[]} [moves]
 * @property {Said[]} [said]
 * @property {string[]} [phrases]
 *
 * @typedef {object} Happened
 * @property {"happened"} kind
 * @property {number} sequence
 * @property {number} at
 * @property {Happening} event
 * @property {Frame} frame
 * @property {Effect[]} [effects]
 * @property {Phrase} [told]
 *
 * @typedef {object} You
 * @property {"you"} kind
 * @property {number[]} [seats]
 * @property {number} [viewer]
 * @property {string} [name]
 *
 * @typedef {object} Present
 * @property {"present"} kind
 * @property {boolean[]} seats
 * @property {number} watching
 *
 * @typedef {object} Thinking
 * @property {"thinking"} kind
 * @property {number} seat
 * @property {number} waiting
 *
 * @typedef {object} Acknowledged
 * @property {"ack"} kind
 * @property {string} id
 * @property {number} [sequence]
 *
 * @typedef {object} Trouble
 * @property {"refused"} kind
 * @property {Refused} refused
 * @property {string} [id]
 *
 * @typedef {object} Sketched
 * @property {"sketched"} kind
 * @property {string} id
 * @property {string[]} path
 * @property {Scene} scene
 * @property {Effect[]} effects
 * @property {string[]} steps
 * @property {boolean} end
 *
 * @typedef {object} Listed
 * @property {"listed"} kind
 * @property {string} id
 * @property {number} position
 * @property {string[]} moves
 *
 * @typedef {object} HintGiven
 * @property {"hint_given"} kind
 * @property {string} id
 * @property {number} position
 * @property {string} move
 * @property {string[]} path
 * @property {number} value
 * @property {Phrase} [told]
 *
 * @typedef {object} Ping
 * @property {"ping"} kind
 * @property {string} id
 * @property {number|null} [lag]
 *
 * @typedef {object} Pong
 * @property {"pong"} kind
 * @property {string} id
 * @property {number|null} [now]
 *
 * @typedef {object} Hello
 * @property {"hello"} kind
 * @property {number|null} [after]
 * @property {number|null} [lift]
 *
 * @typedef {object} Lift
 * @property {"lift"} kind
 * @property {string} id
 * @property {number|null} [seat]
 *
 * @typedef {object} Sketch
 * @property {"sketch"} kind
 * @property {string} id
 * @property {string[]} [path]
 *
 * @typedef {object} Moves
 * @property {"moves"} kind
 * @property {string} id
 *
 * @typedef {object} Hint
 * @property {"hint"} kind
 * @property {string} id
 *
 * @typedef {object} Mute
 * @property {"mute"} kind
 * @property {string} id
 * @property {number} seat
 * @property {boolean} [muted]
 *
 * @typedef {object} Report
 * @property {"report"} kind
 * @property {string} id
 * @property {number} seat
 * @property {string} [words]
 *
 * @typedef {object} Sit
 * @property {"sit"} kind
 * @property {string} id
 * @property {number|null} [seat]
 * @property {string} [invitation]
 * @property {string} [salt]
 *
 * @typedef {object} Stand
 * @property {"stand"} kind
 * @property {string} id
 * @property {number|null} [seat]
 *
 * @typedef {object} Salt
 * @property {"salt"} kind
 * @property {string} id
 * @property {number|null} [seat]
 * @property {string} salt
 *
 * @typedef {object} Play
 * @property {"play"} kind
 * @property {string} id
 * @property {number|null} [seat]
 * @property {number} position
 * @property {string} [move]
 * @property {string[]} [path]
 *
 * @typedef {object} Resign
 * @property {"resign"} kind
 * @property {string} id
 * @property {number|null} [seat]
 *
 * @typedef {object} OfferDraw
 * @property {"offer_draw"} kind
 * @property {string} id
 * @property {number|null} [seat]
 *
 * @typedef {object} AcceptDraw
 * @property {"accept_draw"} kind
 * @property {string} id
 * @property {number|null} [seat]
 *
 * @typedef {object} DeclineDraw
 * @property {"decline_draw"} kind
 * @property {string} id
 * @property {number|null} [seat]
 *
 * @typedef {object} AskTakeback
 * @property {"ask_takeback"} kind
 * @property {string} id
 * @property {number|null} [seat]
 *
 * @typedef {object} AcceptTakeback
 * @property {"accept_takeback"} kind
 * @property {string} id
 * @property {number|null} [seat]
 *
 * @typedef {object} DeclineTakeback
 * @property {"decline_takeback"} kind
 * @property {string} id
 * @property {number|null} [seat]
 *
 * @typedef {object} Warn
 * @property {"warn"} kind
 * @property {string} id
 * @property {number|null} [seat]
 *
 * @typedef {object} Claim
 * @property {"claim"} kind
 * @property {string} id
 * @property {number|null} [seat]
 *
 * @typedef {object} Rematch
 * @property {"rematch"} kind
 * @property {string} id
 * @property {number|null} [seat]
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
 * @property {Record<string, string|number|Phrase|(string|number|Phrase)[]>} [parameters]
 * @property {string} [clause]
 *
 * @typedef {object} Analysed
 * @property {string} position
 * @property {number} turn
 * @property {Assessment[]} moves
 *
 * @typedef {object} FreeSketch
 * @property {string} text
 * @property {string} seen
 * @property {number} turn
 * @property {number} seats
 * @property {Scene} scene
 * @property {Effect[]} effects
 * @property {string[]} steps
 * @property {boolean} end
 * @property {Ended} [outcome]
 * @property {string} [move]
 * @property {string} [next]
 * @property {boolean} [right]
 * @property {string} [words]
 *
 * @typedef {object} Invitation
 * @property {string} code
 * @property {string} link
 * @property {string} qr
 *
 * @typedef {object} PastScene
 * @property {Scene} scene
 * @property {Effect[]} effects
 * @property {string} text
 *
 * @typedef {object} Preview
 * @property {Scene} scene
 * @property {Effect[][]} moves
 *
 * @typedef {object} ReadRecord
 * @property {string} game
 * @property {string} options
 * @property {string} verdict
 * @property {PastMove[]} line
 * @property {string} text
 * @property {Ended} [outcome]
 *
 * @typedef {object} ToldMove
 * @property {number} seat
 * @property {Phrase|null} told
 *
 * @typedef {object} TableCard
 * @property {string} id
 * @property {string} game
 * @property {Record<string, string|number>} options
 * @property {Untimed|Total|PerMove|Days} clock
 * @property {boolean} public
 * @property {string} commitment
 * @property {number} [first]
 * @property {string} [before]
 *
 * @typedef {object} Frame
 * @property {Stage} stage
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
 * @typedef {object} Phrase
 * @property {string} code
 * @property {Record<string, string|number|Phrase>} [parameters]
 *
 * @typedef {object} Assessment
 * @property {string} move
 * @property {number} value
 * @property {string[]} line
 *
 * @typedef {object} Ended
 * @property {number[]} winners
 * @property {string} result
 * @property {string} reason
 * @property {Record<string, number[]>} figures
 * @property {string} decided
 * @property {number[]} leavers
 *
 * @typedef {object} PastMove
 * @property {string} text
 * @property {string} move
 * @property {string[]} path
 *
 * @typedef {object} Untimed
 * @property {"none"} kind
 *
 * @typedef {object} Total
 * @property {"total"} kind
 * @property {number} seconds
 * @property {number} increment
 *
 * @typedef {object} PerMove
 * @property {"per_move"} kind
 * @property {number} seconds
 *
 * @typedef {object} Days
 * @property {"days"} kind
 * @property {number} days
 *
 * @typedef {object} Seat
 * @property {"free"|"invited"|"taken"|"left"} state
 * @property {string} [name]
 * @property {string} [level]
 * @property {string} [salt]
 *
 * @typedef {object} Clocks
 * @property {number[]} left
 * @property {number} since
 * @property {boolean} [ticking]
 *
 * @typedef {object} Board
 * @property {string} view
 * @property {Scene} scene
 * @property {string[]} [steps]
 * @property {Ended} [outcome]
 * @property {string} [seed]
 * @property {Effect[]} [closing]
 */

export {};
