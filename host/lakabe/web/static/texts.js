/** The page's texts in the language of whoever reads it: English where they are used, others from the catalogue. */

/** Keeps the language that was chosen; the server reads it (lakabe/web/readers.py). */
const COOKIE = "lakabe-language";
const YEAR_S = 365 * 24 * 3600;

/** @typedef {{language: string, languages: [string, string][], texts: Record<string, string[]>,
 *   lessons: Record<string, string>}} Texts  what the server has put into the page: the messages of the scripts by
 *   their English, and the texts of lights, stones and lessons by their names */

/** @type {Texts} */
const TEXTS = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("texts")).textContent ?? "");

/** The role letters of the board's protocol that mean something, in the order of the legend. */
export const LIGHTS = Object.keys(TEXTS.lessons)
  .filter((name) => name.startsWith("light."))
  .map((name) => name.slice("light.".length));

/** A sentence with its named places filled in. @param {string} text @param {Record<string, unknown>} values */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** A message in the reader's language, with its named places filled in.
 * @param {string} message @param {Record<string, unknown>} [values] */
export function say(message, values = {}) {
  return fill(TEXTS.texts[message]?.[0] ?? message, values);
}

/** One of two messages, by a number, which is put in as {count}.
 * @param {string} one @param {string} many @param {number} count @param {Record<string, unknown>} [values] */
export function plural(one, many, count, values = {}) {
  const forms = TEXTS.texts[one] ?? [one, many];
  const single = new Intl.PluralRules(TEXTS.language).select(count) === "one";
  return fill(forms[single ? 0 : forms.length - 1], { count, ...values });
}

/** What a light, a stone or the lessons are called. @param {string} name @returns {string | undefined} */
export function said(name) {
  return TEXTS.lessons[name];
}

/** The list of languages; another one has the page come anew in it. */
export function languageChoice() {
  const choice = document.createElement("select");
  choice.id = "language";
  choice.setAttribute("aria-label", say("Language"));
  for (const [code, name] of TEXTS.languages) {
    const option = new Option(name, code, false, code === TEXTS.language);
    option.lang = code;
    choice.append(option);
  }
  choice.addEventListener("change", () => {
    document.cookie = `${COOKIE}=${choice.value};path=/;max-age=${YEAR_S};samesite=strict`;
    window.location.reload();
  });
  return choice;
}
