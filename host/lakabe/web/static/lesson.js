/** The lesson that is on at the board, or its menu, in the language of whoever looks at the page. */

import { make } from "./html.js";
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

export class LessonPanel {
  /** @param {HTMLElement} section @param {Connection} connection */
  constructor(section, connection) {
    this.section = section;
    this.connection = connection;
    this.shown = "";
    /** What to do now; to who only watches, what is on. */
    this.said = "";
  }

  /** @param {Lesson | null} lesson */
  show(lesson) {
    this.section.hidden = lesson === null;
    if (lesson) document.body.dataset.lesson = lesson.stage;
    else delete document.body.dataset.lesson;
    const texts = lesson?.texts;
    this.said = (watching && lesson?.stage !== "move" ? texts?.title : texts?.said) ?? "";
    const now = JSON.stringify(lesson);
    if (now === this.shown) return;
    this.shown = now;
    if (lesson) this.#draw(lesson);
  }

  /** @param {Lesson} lesson */
  #draw(lesson) {
    const { title, topic, task, why, help, titles, all, leave } = lesson.texts;
    const heading = make("h2", "", title);
    heading.id = "lesson-title";
    /** @type {HTMLElement[]} */
    const parts = [heading];
    if (topic) parts.push(make("p", "topic", topic));
    if (task) parts.push(make("p", "task", task));
    if (why) parts.push(make("p", "why", why));
    // In a lesson it is about buttons, in the menu about points.
    if (help) parts.push(make("p", lesson.stage === "menu" ? "help" : "help acts", help));
    if (titles.length) parts.push(this.#list(lesson, titles));
    const deeds = make("div", "deeds acts");
    if (lesson.stage !== "choose" && lesson.stage !== "menu") deeds.append(button(all, () => this.#ask(0)));
    if (lesson.stage !== "menu") deeds.append(button(leave, () => this.#ask(-1)));
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
}
