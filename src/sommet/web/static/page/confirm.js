/** Questions before what can't be undone. */

/** Ask for confirmation in a dialog; the answer that loses nothing is the default.
 * @param {string} question @param {string} yes @param {string} no @returns {Promise<boolean>} */
export function askToConfirm(question, yes, no) {
  const dialog = document.createElement("dialog");
  const [words, form] = [document.createElement("p"), document.createElement("form")];
  words.textContent = question;
  form.method = "dialog";
  form.className = "row";
  for (const [value, text] of [["", no], ["yes", yes]]) {
    const button = document.createElement("button");
    button.value = value;
    button.textContent = text;
    button.className = value ? "quiet" : "main";
    form.append(button);
  }
  dialog.append(words, form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(dialog.returnValue === "yes");
    });
  });
}
