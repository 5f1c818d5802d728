/**
 * The peer of `python -m benchmarks.load`: a server of boardgame.io with a game of ours, as its
 * documentation sets one up. Balls are put on a pyramid by turns, each on the board or on four
 * others; whoever puts the last one wins.
 *
 * node boardgame.js PORT LOBBY_PORT [FOLDER]: with a folder, its own file store keeps the games
 * there; without one they are in memory only.
 */

const { FlatFile, Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const SIZES = [4, 3, 2, 1];
const RESERVE = 15;

/** For every cell the four that carry it; none for those of the board. */
const CARRIERS = [];
for (const [level, size] of SIZES.entries()) {
  const below = SIZES.slice(0, Math.max(0, level - 1)).reduce((sum, each) => sum + each * each, 0);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const first = below + row * (size + 1) + column;
      CARRIERS.push(level ? [first, first + 1, first + size + 1, first + size + 2] : []);
    }
  }
}

const pyramid = {
  name: "pyramid",
  setup: () => ({ cells: CARRIERS.map(() => null), reserves: [RESERVE, RESERVE] }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    put({ G, playerID }, cell) {
      const carried = CARRIERS[cell]?.every((under) => G.cells[under] !== null);
      if (!carried || G.cells[cell] !== null || !G.reserves[playerID]) return INVALID_MOVE;
      G.cells[cell] = playerID;
      G.reserves[playerID] -= 1;
    },
  },
  endIf: ({ G }) => {
    const last = G.cells[G.cells.length - 1];
    return last === null ? undefined : { winner: last };
  },
};

const [port, apiPort, dir] = process.argv.slice(2);
const db = dir ? new FlatFile({ dir, logging: false }) : undefined;
Server({ games: [pyramid], origins: [], db }).run({
  port: Number(port),
  lobbyConfig: { apiPort: Number(apiPort) },
});
