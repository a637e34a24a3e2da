/** A small helper for HTML elements. */

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} [className]
 * @param {...(string | Node)} content
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, className = "", ...content) {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...content);
  return element;
}

/** Go back to where the board and what is said are: on a phone, or beside a small board, above most of what can be pressed. */
export function toBoard() {
  window.scrollTo({ top: 0 });
  document.querySelector("aside")?.scrollTo({ top: 0 });
}
