// Fields that are not one line of text: several lines, a choice, a check box.
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { describedBy, fieldId, ownErrors } from './form.ts'
import type { Markup } from './markup.ts'

/** The options of every field. */
export interface Field {
  /** The name of the field, and the path of the member of the entry that it edits. */
  readonly name: string
  readonly label: string
  readonly help?: string
  readonly errors?: readonly FieldViolation[]
}

/** A field for a list: one value on each line. */
export interface LinesField extends Field {
  readonly value: readonly string[]
  readonly required?: boolean
  /** An example of a value. */
  readonly placeholder?: string
  /** Whether the form is checked while the user types: its page answers `check=true` with the form and its errors, and stores nothing. */
  readonly checked?: boolean
}

/** @returns a field of several lines; `readLines` reads it */
export function linesField({ name, label, value, help, required = false, placeholder, checked = false, errors = [] }: LinesField): Markup {
  const id = fieldId(name)
  const named = value.length < 2 ? errors : errors.map((error) => ({ ...error, description: lineOf(error, value) + error.description }))
  const { attributes, notes } = describedBy({ name, help, errors: named })
  return html`<div class="field">
<label for="${id}">${label}</label>
<textarea id="${id}" name="${name}" rows="${Math.max(2, value.length + 1)}" autocomplete="off" spellcheck="false"${placeholder === undefined ? '' : html` placeholder="${placeholder}"`}${required ? html` required` : ''}${checked ? html` data-check` : ''}${attributes}>${value.length === 0 ? '' : `\n${value.join('\n')}`}</textarea>
${checked ? html`<div class="field" aria-live="polite">${notes}</div>` : notes}
</div>`
}

/** @returns the line that an error is about, before what is wrong with it */
function lineOf({ field }: FieldViolation, value: readonly string[]): string {
  const line = value[Number(/\[(\d+)\]$/.exec(field)?.[1] ?? Number.NaN)]
  return line === undefined ? '' : `${line}: `
}

/** @returns the values of a `linesField`, without empty lines */
export function readLines(fields: URLSearchParams, name: string): readonly string[] {
  const lines = (fields.get(name) ?? '').split(/[\r\n]+/)
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

/** One of several values. */
export interface Choice {
  readonly value: string
  readonly label: string
  readonly help?: string
}

/** @param labels the label of each value, in the order of the choices */
export function choicesOf(labels: Readonly<Record<string, string>>): readonly Choice[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}

/** @returns a list from which one value is chosen */
export function selectField({
  name,
  label,
  value,
  choices,
  help,
  errors = [],
}: Field & { readonly value: string; readonly choices: readonly Choice[] }): Markup {
  const id = fieldId(name)
  const { attributes, notes } = describedBy({ name, help, errors })
  return html`<div class="field">
<label for="${id}">${label}</label>
<select id="${id}" name="${name}"${attributes}>${choices.map(
    (choice) => html`<option value="${choice.value}"${choice.value === value ? html` selected` : ''}>${choice.label}</option>`,
  )}</select>
${notes}
</div>`
}

/** @returns a check box; its value is `true` */
export function checkField({ name, label, checked, help, errors = [] }: Field & { readonly checked: boolean }): Markup {
  const id = fieldId(name)
  const { attributes, notes } = describedBy({ name, help, errors })
  return html`<div class="field">
<label class="check" for="${id}"><input id="${id}" name="${name}" type="checkbox" value="true"${checked ? html` checked` : ''}${attributes}><span>${label}</span></label>
${notes}
</div>`
}

/**
 * A group of check boxes, or of radio buttons, under one heading.
 * @param several whether more than one value may be chosen
 */
export function choiceGroup({
  name,
  label,
  values,
  choices,
  several,
  help,
  errors = [],
}: Field & { readonly values: readonly string[]; readonly choices: readonly Choice[]; readonly several: boolean }): Markup {
  const id = fieldId(name)
  const { notes } = describedBy({ name, help, errors })
  const described = [...(help === undefined ? [] : [`${id}-help`]), ...(ownErrors(name, errors).length === 0 ? [] : [`${id}-error`])]
  return html`<fieldset id="${id}" tabindex="-1"${described.length === 0 ? '' : html` aria-describedby="${described.join(' ')}"`}>
<legend>${label}</legend>
${choices.map(
  ({ value, label: text, help: more }) =>
    html`<label class="check"><input name="${name}" type="${several ? 'checkbox' : 'radio'}" value="${value}"${values.includes(value) ? html` checked` : ''}${several ? '' : html` required`}><span>${text}${more === undefined ? '' : html`<span class="help">${more}</span>`}</span></label>`,
)}
<div class="field">${notes}</div>
</fieldset>`
}
