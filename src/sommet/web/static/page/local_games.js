/** The games on this device: a list to open, save and delete them, and records to go on with. */

import { deleteGame, listGames } from "../local/storage.js";
import { askToConfirm } from "./confirm.js";
import { saveText } from "./files.js";
import { joinNames, say } from "./i18n.js";
import { IMPORT_KEY } from "./local_socket.js";
import { localTableAddress } from "./root.js";

/** @import { SavedGame } from "../local/storage.js" */

/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);

/** How a game stands for the people at this device: a code of a text.
 * @param {SavedGame} game */
function standing({ stage, turn, players, yours, winners }) {
  if (stage !== "over" || !winners) return turn !== undefined && yours.includes(turn) ? "your_turn" : "running";
  if (players.length > 1 && [0, players.length].includes(winners.length)) return "drawn";
  if (yours.length > 1) return "over";
  return winners.includes(yours[0]) ? "won" : "lost";
}

/** A row of the list. @param {SavedGame} saved @returns {HTMLElement|null} null for an unknown game */
function row(saved) {
  const template = /** @type {HTMLTemplateElement|null} */ (
    document.querySelector(`template[data-game="${CSS.escape(saved.game)}"]`));
  if (!template) return null;
  const item = /** @type {HTMLElement} */ (/** @type {Element} */ (template.content.firstElementChild).cloneNode(true));
  const find = (/** @type {string} */ selector) => /** @type {any} */ (item.querySelector(selector));
  const code = standing(saved);
  find("a").href = localTableAddress(saved.game, { table: saved.id });
  find("a").classList.toggle("own-turn", code === "your_turn");
  find("em").textContent = say("device", code);
  find("em").className = code;
  const names = saved.players.map(({ name, level }) => (level ? say("bots", name) : name)).filter(Boolean);
  find(".people").textContent = joinNames([...new Set(names)]);
  const day = new Date(1000 * saved.opened).toLocaleDateString(
    document.documentElement.lang, { day: "numeric", month: "long", year: "numeric" },
  );
  find("small").textContent = say("device", "moves", { day, count: saved.moves });
  find("[data-save]").addEventListener("click", () => saveText(saved.record, `sommet-${saved.game}.txt`));
  find("[data-delete]").addEventListener("click", async () => {
    if (!await askToConfirm(say("device", "delete_sure"), say("device", "delete"), say("device", "keep"))) return;
    await deleteGame(saved.id);
    await showLocalGames();
  });
  return item;
}

/** Go on with the game of a record, on the page of its game. @param {string} record */
function open(record) {
  const [, game] = record.match(/^\[Game "(\w+)"\]/m) ?? [];
  if (!game || !document.querySelector(`template[data-game="${game}"]`)) {
    byId("local-error").textContent = say("device", "no_record");
    return;
  }
  sessionStorage.setItem(IMPORT_KEY, record);
  location.href = localTableAddress(game, { import: "" });
}

/** Show the games on this device. */
export async function showLocalGames() {
  const games = await listGames();
  const rows = games.filter(({ stage }) => stage !== "closed").map(row).filter((item) => item !== null);
  byId("local-list").replaceChildren(...rows);
  if (byId("no-games")) byId("no-games").hidden = rows.length > 0;
  byId("import").onclick = () => byId("import-file").click();
  byId("import-file").onchange = async () => {
    const [file] = byId("import-file").files;
    if (file) open(await file.text());
    byId("import-file").value = "";
  };
}
