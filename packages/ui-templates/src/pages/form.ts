// What the forms of the login share: the action, the two hidden fields that bind a post to its authorization request and browser, and
// the display of errors. Each form has exactly one submit button, so that pressing Enter does the same as pressing the button.
import type { FormError, FormPage, SecondFactorPage, SkipForm } from '@symbolon/login'
import { html } from 'hono/html'
import { submitButton } from '../html/button.ts'
import { notice } from '../html/content.ts'
import type { FieldBase } from '../html/field.ts'
import { ownPath } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import type { Texts, Wait } from '../texts/texts.ts'

const errorId = 'form-error'

/** Hidden fields of a form. */
export function hidden(fields: Readonly<Record<string, string>> = {}): Markup {
  return html`${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
  )}`
}

/** The context that a form needs of its page. */
type PostedFrom = Pick<FormPage, 'action' | 'requestId' | 'csrf' | 'fields'>

/**
 * A form that posts to a path of the login, with the hidden fields `request` and `csrf`, and those of the page.
 *
 * @param attributes more attributes of the element, each after a space
 */
export function form(page: PostedFrom, content: Markup, attributes: Markup | '' = ''): Markup {
  return html`<form method="post" action="${ownPath(page.action)}"${attributes}>
<input type="hidden" name="request" value="${page.requestId}">
<input type="hidden" name="csrf" value="${page.csrf}">
${hidden(page.fields)}${content}
</form>`
}

type FailedForm = Pick<FormPage, 'error' | 'retryAfter'>

/** The error of the last post as an alert, for pages with one field, which has the focus; nothing without an error. */
export function errorMessage({ error, retryAfter }: FailedForm, texts: Texts): Markup | '' {
  return error === undefined ? '' : html`<p class="error" id="${errorId}" role="alert">${errorText(error, retryAfter, texts)}</p>`
}

/** The error of the last post, for pages with several fields or none: the error has the focus, so that it is read before them. */
export function errorSummary({ error, retryAfter }: FailedForm, texts: Texts): Markup | '' {
  return error === undefined
    ? ''
    : html`<p class="error" id="${errorId}" role="alert" tabindex="-1" autofocus>${errorText(error, retryAfter, texts)}</p>`
}

function errorText(error: FormError, retryAfter: number | undefined, texts: Texts): string {
  return retryAfter !== undefined && (error === 'too_many_attempts' || error === 'busy')
    ? texts.waitErrors[error](waitOf(retryAfter))
    : texts.formErrors[error]
}

/** Waits over 90 seconds are shown in minutes. */
function waitOf(seconds: number): Wait {
  return seconds <= 90 ? { count: Math.max(1, Math.ceil(seconds)), unit: 'seconds' } : { count: Math.ceil(seconds / 60), unit: 'minutes' }
}

/**
 * The state of a field while the page shows the error of its form.
 *
 * @param invalidatedBy the errors that mark the value of this field as invalid
 */
export function fieldState(error: FormError | undefined, invalidatedBy: readonly FormError[]): Pick<FieldBase, 'describedBy' | 'invalid'> {
  return error === undefined ? {} : { describedBy: errorId, invalid: invalidatedBy.includes(error) }
}

/** The form by which the user skips an offered step. */
export function skipForm(page: PostedFrom, { action, step }: SkipForm, texts: Texts): Markup {
  return form(
    { ...page, action },
    html`<input type="hidden" name="step" value="${step}">
${submitButton(texts.skip, { kind: 'secondary' })}`,
  )
}

/** A link below the form, to a page of the login. */
export function aside(path: string, text: string): Markup {
  return html`<p class="aside"><a href="${ownPath(path)}">${text}</a></p>`
}

/** The links below the form of a second factor: the other factors, and the links that leave the page. */
export function factorLinks({ otherFactors = [], otherUserPath, backToSignIn }: SecondFactorPage, texts: Texts): Markup {
  return html`${otherFactors.map(({ factor, path }) => aside(path, texts.secondFactors[factor]))}
${otherUserPath === undefined ? '' : aside(otherUserPath, texts.otherAccount)}${
    backToSignIn === undefined ? '' : html`${notice(texts.noSecondFactor)}\n${aside(backToSignIn.path, texts.backToSignIn)}`
  }`
}

/** The title of a page with a form. Screen readers read the title first, so it says when the page shows an error. */
export function titleOf(title: string, error: FormError | undefined, texts: Texts): string {
  return error === undefined ? title : `${texts.errorPrefix}${title}`
}
