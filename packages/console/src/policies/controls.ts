// The control of each kind of setting.
import type { FieldViolation } from '@symbolon/admin-api'
import { html } from 'hono/html'
import { textField } from '../html/form.ts'
import type { Markup } from '../html/markup.ts'
import type { Texts } from '../texts/shape.ts'
import type { Setting } from './settings.ts'
import { numberInWords } from './show-value.ts'
import type { Value } from './values.ts'

/** What a control shows. */
export interface Filled {
  /** Undefined for a lifetime that is inherited. */
  readonly value: Value | undefined
  /** What holds without a value of its own. */
  readonly inherited: Value
  readonly errors: readonly FieldViolation[]
}

/** @returns the control of a setting, with its label, help and error */
export function settingControl(setting: Setting, { value, inherited, errors }: Filled, texts: Texts): Markup {
  const { policies } = texts
  const { name } = setting
  const { label, help } = policies.settings[name]
  const line = { name, label, errors, value: value === undefined ? '' : String(value), ...(help === undefined ? {} : { help }) }
  switch (setting.kind) {
    case 'flag':
      return html`<div class="choice"><label class="check" for="field-${name}"><input type="checkbox" id="field-${name}" name="${name}" value="true"${value === true ? html` checked` : ''}${help === undefined ? '' : html` aria-describedby="field-${name}-help"`}><span>${label}</span></label>
${help === undefined ? '' : html`<div class="help" id="field-${name}-help">${help}</div>`}</div>`
    case 'count':
      return textField({ ...line, type: 'number', required: true })
    case 'hours': {
      const hours = numberInWords(setting, Number(inherited), texts)
      return textField({ ...line, help: help === undefined ? policies.hoursHelp(hours) : `${help} ${policies.emptyHelp(hours)}` })
    }
    case 'link':
      return textField({ ...line, type: 'url' })
    case 'email':
      return textField({ ...line, type: 'email' })
    case 'text':
    case 'colour':
      return textField(line)
    case 'option':
    case 'options':
      return optionBoxes(setting, Array.isArray(value) ? value : [line.value], line, policies)
  }
}

function optionBoxes(
  { name, kind, options }: Extract<Setting, { kind: 'option' | 'options' }>,
  chosen: readonly string[],
  { label, errors }: { readonly label: string; readonly errors: readonly FieldViolation[] },
  policies: Texts['policies'],
): Markup {
  const own = errors.filter(({ field }) => field === name)
  return html`<fieldset id="field-${name}" tabindex="-1"${own.length === 0 ? '' : html` aria-describedby="field-${name}-error"`}>
<legend>${label}</legend>
${own.length === 0 ? '' : html`<p class="error" id="field-${name}-error">${own.map(({ description }) => description).join(' ')}</p>`}
${options.map(
  (option) =>
    html`<label class="check"><input type="${kind === 'option' ? 'radio' : 'checkbox'}" name="${name}" value="${option}"${chosen.includes(option) ? html` checked` : ''}><span>${policies.options[option]}</span></label>`,
)}
</fieldset>`
}
