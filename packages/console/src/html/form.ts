// Forms: fields with label, help and error, and the summary of errors above them.
// https://www.w3.org/TR/WCAG22/#error-identification
import type { FieldViolation } from '@symbolon/admin-api'
import { html } from 'hono/html'
import type { Texts } from '../texts/shape.ts'
import { nothing } from './markup.ts'
import type { Markup } from './markup.ts'

/** A field for text. */
export interface TextField {
  /** The name of the field, and the path of the member of the entry that it stands for. */
  readonly name: string
  readonly label: string
  readonly value?: string | undefined
  readonly help?: string
  readonly required?: boolean
  readonly type?: 'text' | 'email' | 'url' | 'search' | 'number' | 'date'
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
  const id = idOf(name)
  const own = errors.filter(({ field }) => field === name || field.startsWith(`${name}[`))
  const described = [...(help === undefined ? [] : [`${id}-help`]), ...(own.length === 0 ? [] : [`${id}-error`])].join(' ')
  return html`<div class="field">
<label for="${id}">${label}</label>
<input id="${id}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"${required ? html` required` : ''}${own.length === 0 ? '' : html` aria-invalid="true"`}${described === '' ? '' : html` aria-describedby="${described}"`}>
${help === undefined ? '' : html`<span class="help" id="${id}-help">${help}</span>`}
${own.length === 0 ? '' : html`<span class="error" id="${id}-error">${own.map(({ description }) => description).join(' ')}</span>`}
</div>`
}

/** @returns the summary of errors, with a link to each field */
export function errorSummary(errors: readonly FieldViolation[], texts: Texts): Markup {
  if (errors.length === 0) return nothing
  return html`<div class="errors" role="alert" tabindex="-1" autofocus>
<h2>${texts.errorsTitle}</h2>
<ul>${errors.map(({ field, description }) => html`<li>${field === '' ? description : html`<a href="#${idOf(field.replace(/\[.*/, ''))}">${description}</a>`}</li>`)}</ul>
</div>`
}

/** @returns the hidden field that every form has */
export function csrfField(csrf: string): Markup {
  return html`<input type="hidden" name="csrf" value="${csrf}">`
}

function idOf(name: string): string {
  return `field-${name.replaceAll(/[^A-Za-z0-9]+/g, '-')}`
}
