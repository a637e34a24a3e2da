/** The lesson that is on at the board, or its menu, in the language of whoever looks at the page. */

import { make } from "./html.js";
import { SOURCE, choose, chosen, language } from "./texts.js";
import { watching } from "./watching.js";

/** @typedef {import("./types.js").Lesson} Lesson */
/** @typedef {import("./connection.js").Connection} Connection */

/** @param {string} text @param {() => void} deed */
function button(text, deed) {
  const made = make("button", "", text);
  made.type = "button";
  made.addEventListener("click", deed);
  made.disabled = watching;
  return made;
}

/** A language called by its own name. @param {string} code */
function called(code) {
  return new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
}

export class LessonPanel {
  /** @param {HTMLElement} section @param {Connection} connection @param {() => void} changed another language */
  constructor(section, connection, changed) {
    this.section = section;
    this.connection = connection;
    this.changed = changed;
    this.shown = "";
    this.chosen = chosen();
    /** What to do now, in the language shown; to who only watches, what is on. */
    this.said = "";
    /** The language of lessons. */
    this.code = SOURCE;
    /** The language of what is said about the board now. */
    this.around = SOURCE;
  }

  /** @param {Lesson | null} lesson @param {string} wanted the language of the program, or empty */
  show(lesson, wanted) {
    this.section.hidden = lesson === null;
    if (lesson) document.body.dataset.lesson = lesson.stage;
    else delete document.body.dataset.lesson;
    const code = language([this.chosen, wanted]);
    this.code = code;
    this.around = lesson ? code : SOURCE;
    const texts = lesson?.texts[code];
    this.said = (watching && lesson?.stage !== "move" ? texts?.title : texts?.said) ?? "";
    const now = JSON.stringify([code, lesson]);
    if (now === this.shown) return;
    this.shown = now;
    if (lesson) this.#draw(lesson, code);
  }

  /** @param {Lesson} lesson @param {string} code */
  #draw(lesson, code) {
    const { title, topic, task, why, help, titles } = lesson.texts[code];
    const heading = make("h2", "", title);
    heading.id = "lesson-title";
    const head = make("div", "heading", heading, this.#languages(lesson, code));
    /** @type {HTMLElement[]} */
    const parts = [head];
    if (topic) parts.push(make("p", "topic", topic));
    if (task) parts.push(make("p", "task", task));
    if (why) parts.push(make("p", "why", why));
    // In a lesson it is about buttons, in the menu about points.
    if (help) parts.push(make("p", lesson.stage === "menu" ? "help" : "help acts", help));
    if (titles.length) parts.push(this.#list(lesson, titles));
    for (const part of parts) part.lang = code;
    const deeds = make("div", "deeds acts");
    const texts = lesson.texts[code];
    if (lesson.stage !== "choose" && lesson.stage !== "menu") deeds.append(button(texts.all, () => this.#ask(0)));
    if (lesson.stage !== "menu") deeds.append(button(texts.leave, () => this.#ask(-1)));
    deeds.lang = code;
    this.section.replaceChildren(...parts, deeds);
    this.section.scrollTop = 0;
  }

  /** @param {number} number */
  #ask(number) {
    this.connection.send({ type: "lesson", number });
  }

  /** @param {Lesson} lesson @param {string[]} titles */
  #list(lesson, titles) {
    const list = make("ol");
    titles.forEach((title, i) => {
      const choice = button(title, () => {
        this.#ask(i + 1);
        window.scrollTo(0, 0); // on a phone the list is below the board
      });
      if (lesson.learnt.includes(i + 1)) choice.dataset.learnt = "";
      if (lesson.following === i + 1) choice.dataset.next = "";
      list.append(make("li", "", choice));
    });
    return list;
  }

  /** @param {Lesson} lesson @param {string} code */
  #languages(lesson, code) {
    const choice = make("select");
    choice.setAttribute("aria-label", lesson.texts[code].language);
    for (const one of Object.keys(lesson.texts)) choice.append(new Option(called(one), one, false, one === code));
    choice.addEventListener("change", () => {
      this.chosen = choice.value;
      choose(this.chosen);
      this.changed();
    });
    return choice;
  }
}
