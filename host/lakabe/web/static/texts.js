/** The texts that the page has by itself in several languages: of lights, stones and lessons. */

/** The language that has every text, and that of the page where no lesson is on. */
export const SOURCE = "en";

const KEPT = "lakabe-language";
const LIGHT = "light.";

/** @type {Record<string, Record<string, string>>} by language and name, from the catalogues of `lakabe/lessons` */
const TEXTS = await (await fetch(new URL("../texts.json", import.meta.url))).json();

/** The role letters of the board's protocol that mean something, in the order of the legend. */
export const LIGHTS = Object.keys(TEXTS[SOURCE])
  .filter((name) => name.startsWith(LIGHT))
  .map((name) => name.slice(LIGHT.length));

/** @param {string} name @param {string} code of a language that there is @returns {string | undefined} */
export function said(name, code) {
  return TEXTS[code][name];
}

/** The language that was chosen on this page before; empty where none was, or the browser keeps nothing. */
export function chosen() {
  try {
    return window.localStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} code */
export function choose(code) {
  try {
    window.localStorage.setItem(KEPT, code);
  } catch {
    // kept nowhere: it holds for as long as the page is open
  }
}

/** The first of the languages liked, as "fr" or "fr-CA", and then of the browser's that there is. @param {string[]} liked */
export function language(liked) {
  const codes = [...liked, ...navigator.languages].map((one) => one.split("-")[0]);
  return codes.find((one) => one in TEXTS) ?? SOURCE;
}

/** A sentence with its named places filled in. @param {string} text @param {Record<string, string | number>} values */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}
