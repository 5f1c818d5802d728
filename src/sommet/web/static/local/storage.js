/**
 * The games of this device, in the browser's database. A game belongs to the worker that opened it last;
 * an earlier one can't store it any more, so that two tabs never continue the same game differently.
 */

/**
 * A game as it is stored: what lists show of it, its record, and `saved`, the table's log, which only
 * Python reads.
 * @typedef {object} SavedGame
 * @property {string} id
 * @property {string} game
 * @property {"open"|"running"|"over"|"closed"} stage
 * @property {number} moves
 * @property {number} opened when it was created, in seconds since 1970
 * @property {number} at when it was stored
 * @property {{ name: string, level: string }[]} players
 * @property {number[]} yours the seats of people at this device
 * @property {string} record
 * @property {string} saved
 * @property {number} [turn]
 * @property {number[]} [winners]
 * @property {string} [daily]
 * @property {{ left: number, moves: number, marks: string }} [result] of a daily game that is over
 */

const [DATABASE, VERSION, GAMES] = ["sommet", 1, "games"];

/** The result of a request to the database. @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** @type {Promise<IDBDatabase>|undefined} */
let opened;

function database() {
  const request = indexedDB.open(DATABASE, VERSION);
  request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: "id" });
  return done(request);
}

/** Use the store in a transaction. @template T @param {IDBTransactionMode} mode
 * @param {(games: IDBObjectStore) => Promise<T>} use */
async function withGames(mode, use) {
  opened ??= database();
  const transaction = (await opened).transaction(GAMES, mode, { durability: "relaxed" });
  const complete = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
  const found = await use(transaction.objectStore(GAMES));
  await complete;
  return found;
}

/** All games, the latest first. @returns {Promise<SavedGame[]>} */
export async function listGames() {
  const games = await withGames("readonly", (store) => done(store.getAll()));
  return games.sort((one, other) => other.at - one.at);
}

/** Open a game for a worker, which owns it from now on. @param {string} id @param {string} owner
 * @returns {Promise<SavedGame|undefined>} */
export const claimGame = (id, owner) => withGames("readwrite", async (store) => {
  const found = await done(store.get(id));
  if (found) await done(store.put({ ...found, owner }));
  return found;
});

/** Store a game. Returns whether it was: not if another worker owns it by now.
 * @param {SavedGame} game @param {string} owner @returns {Promise<boolean>} */
export const storeGame = (game, owner) => withGames("readwrite", async (store) => {
  const found = await done(store.get(game.id));
  if (found && found.owner !== owner) return false;
  await done(store.put({ ...game, owner }));
  return true;
});

/** @param {string} id */
export const deleteGame = (id) => withGames("readwrite", (store) => done(store.delete(id)));
