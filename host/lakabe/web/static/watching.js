/** Whether this page only watches: the server marks it so, and refuses whatever it may send. */
export const watching = document.body.hasAttribute("data-watching");
