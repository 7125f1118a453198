// What the forms of the login share: where they go, the two hidden fields that bind a post to its request and its browser, and
// how an error is told. Each form has one submit button, so that Enter and a browser without scripts mean the same.
import type { FormError, FormPage } from '@symbolon/login'
import { html } from 'hono/html'
import { ownPath } from '../html/addresses.ts'
import type { Markup } from '../html/markup.ts'
import type { Texts, Wait } from '../texts/texts.ts'

const errorId = 'form-error'

export const form = (page: FormPage, content: Markup): Markup => html`<form method="post" action="${ownPath(page.action)}">
<input type="hidden" name="request" value="${page.requestId}">
<input type="hidden" name="csrf" value="${page.csrf}">
${content}
</form>`

export const errorMessage = ({ error, retryAfter }: Pick<FormPage, 'error' | 'retryAfter'>, texts: Texts): Markup | '' =>
  error === undefined ? '' : html`<p class="error" id="${errorId}" role="alert">${errorText(error, retryAfter, texts)}</p>`

const errorText = (error: FormError, retryAfter: number | undefined, texts: Texts): string =>
  retryAfter !== undefined && (error === 'too_many_attempts' || error === 'busy') ? texts.waitErrors[error](waitOf(retryAfter)) : texts.formErrors[error]

/** Nobody counts hundreds of seconds. */
const waitOf = (seconds: number): Wait =>
  seconds <= 90 ? { count: Math.max(1, Math.ceil(seconds)), unit: 'seconds' } : { count: Math.ceil(seconds / 60), unit: 'minutes' }

/** Attributes of the field that an error is about; `wrong` lists the errors that are the fault of what was typed there. */
export const fieldState = (error: FormError | undefined, wrong: readonly FormError[]): Markup | '' => {
  if (error === undefined) return ''
  return wrong.includes(error) ? html` aria-invalid="true" aria-describedby="${errorId}"` : html` aria-describedby="${errorId}"`
}

/** The way around the form. */
export const aside = (path: string, words: string): Markup => html`<p class="aside"><a href="${ownPath(path)}">${words}</a></p>`

/** Screen readers say the title first when a page has loaded, so an error shows there too. */
export const titleOf = (title: string, error: FormError | undefined, texts: Texts): string =>
  error === undefined ? title : `${texts.errorPrefix}${title}`
