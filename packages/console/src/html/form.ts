// Forms: fields with label, help and error, and the summary of errors above them.
// https://www.w3.org/TR/WCAG22/#error-identification
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import type { Texts } from '../texts/shape.ts'
import { nothing } from './markup.ts'
import type { Markup } from './markup.ts'

/** A field for text. */
export interface TextField {
  /** The name of the field, and the path of the member of the entry that it edits. */
  readonly name: string
  readonly label: string
  readonly value?: string | undefined
  readonly help?: string
  readonly required?: boolean
  readonly type?: 'text' | 'email' | 'url' | 'search' | 'number' | 'date' | 'password'
  /** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill */
  readonly autocomplete?: string
  readonly errors?: readonly FieldViolation[]
}

/** @returns the field with its label, help and error */
export function textField({
  name,
  label,
  value = '',
  help,
  required = false,
  type = 'text',
  autocomplete = 'off',
  errors = [],
}: TextField): Markup {
  const id = fieldId(name)
  const { attributes, notes } = describedBy({ name, help, errors })
  return html`<div class="field">
<label for="${id}">${label}</label>
<input id="${id}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"${required ? html` required` : ''}${attributes}>
${notes}
</div>`
}

/** The explanation of a field: `attributes` belong to the control, `notes` follow below it. */
export interface Described {
  readonly attributes: Markup
  readonly notes: Markup
}

/** @returns the help and the errors of a field, and the attributes that connect them with it */
export function describedBy({
  name,
  help,
  errors,
}: {
  readonly name: string
  readonly help: string | undefined
  readonly errors: readonly FieldViolation[]
}): Described {
  const id = fieldId(name)
  const own = ownErrors(name, errors)
  const described = [...(help === undefined ? [] : [`${id}-help`]), ...(own.length === 0 ? [] : [`${id}-error`])].join(' ')
  return {
    attributes: html`${own.length === 0 ? '' : html` aria-invalid="true"`}${described === '' ? '' : html` aria-describedby="${described}"`}`,
    notes: html`${help === undefined ? '' : html`<span class="help" id="${id}-help">${help}</span>`}
${own.length === 0 ? '' : html`<span class="error" id="${id}-error">${own.map(({ description }) => description).join(' ')}</span>`}`,
  }
}

/** @returns the errors of one field; those of an entry of a list belong to the field of the list */
export function ownErrors(name: string, errors: readonly FieldViolation[]): readonly FieldViolation[] {
  return errors.filter(({ field }) => field === name || field.startsWith(`${name}[`))
}

/** @returns the summary of errors, with a link to each field */
export function errorSummary(errors: readonly FieldViolation[], texts: Pick<Texts, 'errorsTitle'>): Markup {
  if (errors.length === 0) return nothing
  return html`<div class="errors" role="alert" tabindex="-1" autofocus>
<h2>${texts.errorsTitle}</h2>
<ul>${errors.map(({ field, description }) => html`<li>${field === '' ? description : html`<a href="#${fieldId(field.replace(/\[.*/, ''))}">${description}</a>`}</li>`)}</ul>
</div>`
}

/** @returns the hidden field that every form has */
export function csrfField(csrf: string): Markup {
  return html`<input type="hidden" name="csrf" value="${csrf}">`
}

/** @returns the id of the control of a field */
export function fieldId(name: string): string {
  return `field-${name.replaceAll(/[^A-Za-z0-9]+/g, '-')}`
}
