/** Questions to the engine. An answer belongs to the position that was asked about: whoever stands
 * elsewhere by then gets none. */

/** @import { Analysed, Refused } from "./protocol.js" */

/** @param {string} address @param {object} body @param {AbortSignal} [signal] */
export const post = (address, body, signal) => fetch(address, {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal,
});

export class Asking {
  constructor() {
    /** The number of the last question; one of an older number is not waited for any more. */
    this.number = 0;
    this.under = new AbortController();
  }

  /** Whatever was asked concerns another position now. */
  forget() {
    this.number += 1;
    this.under.abort();
    this.under = new AbortController();
  }

  /** What the engine thinks, or why it does not; null when nobody wants to know any more.
   * @param {object} question
   * @returns {Promise<{ found?: Analysed, refused?: Refused }|null>} */
  async ask(question) {
    this.forget();
    const { number, under: { signal } } = this;
    try {
      let answer = await post("/api/analysis", question, signal);
      if (answer.status === 401 && (await post("/guest", {})).ok) {
        // The engine answers people whom the house knows.
        answer = await post("/api/analysis", question, signal);
      }
      const told = await answer.json();
      if (number !== this.number) return null;
      return answer.ok ? { found: told } : { refused: told };
    } catch (error) {
      if (number !== this.number) return null;
      throw error;
    }
  }
}
