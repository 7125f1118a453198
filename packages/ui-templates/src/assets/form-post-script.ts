// Sends the form of the page that takes an answer to the application. A classic script in the oldest syntax, so that every user
// agent runs it; it is the last element of the page, so the form is there.
import type { Asset } from '@symbolon/login'

/** `submit` of the prototype: a parameter of that name would hide the form's own. */
export const formPostScript: Asset = {
  contentType: 'text/javascript; charset=utf-8',
  body: 'HTMLFormElement.prototype.submit.call(document.forms[0]);\n',
}
