// A minimal engine: it plays the first legal move.
//   sommet arena pylos gentle "engine:node examples/engine.mjs" --games 20
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  const say = (answer) => console.log(JSON.stringify({ id: asked.id, ...answer }));
  if (asked.do === "hello") say({ is: "hello", name: "first move", protocol: 1 });
  else if (asked.do === "choose") say({ is: "choice", move: asked.possible[0] });
  else if (asked.do === "quit") break;
  else if (asked.do !== "stop") say({ is: "refusal", words: `I do not ${asked.do}.` });
}
