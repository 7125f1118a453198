// The control of each kind of setting.
import type { FieldViolation } from '@symbolon/rest'
import { checkField, choiceGroup, linesField } from '../html/controls.ts'
import { textField } from '../html/form.ts'
import type { Markup } from '../html/markup.ts'
import type { Texts } from '../texts/shape.ts'
import type { Setting } from './settings.ts'
import { isOn, numberInWords } from './show-value.ts'
import type { Value } from './values.ts'

/** The content of a control. */
export interface Filled {
  /** Undefined for a lifetime that is inherited. */
  readonly value: Value | undefined
  /** The value that applies if this policy does not set one. */
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
      return checkField({ ...line, checked: isOn(setting, value === true) })
    case 'count':
      return textField({ ...line, type: 'number', required: true })
    case 'hours': {
      const hours = numberInWords(setting, Number(inherited), texts)
      return textField({ ...line, help: help === undefined ? policies.hoursHelp(hours) : `${help} ${policies.emptyHelp(hours)}` })
    }
    case 'maximumHours':
      return textField({ ...line, value: value === 0 ? '' : line.value })
    case 'link':
      return textField({ ...line, type: 'url' })
    case 'email':
      return textField({ ...line, type: 'email' })
    case 'text':
    case 'colour':
      return textField(line)
    case 'ids':
      return linesField({ ...line, value: typeof value === 'object' ? value : [] })
    case 'option':
    case 'options':
      return choiceGroup({
        ...line,
        values: Array.isArray(value) ? value : [line.value],
        choices: setting.options.map((option) => ({ value: option, label: policies.options[option] })),
        several: setting.kind === 'options',
      })
  }
}
