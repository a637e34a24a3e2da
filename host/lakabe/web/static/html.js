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
