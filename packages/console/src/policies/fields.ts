// The form of a policy: its settings as fields, and the values that it is filled with.
import type { Choice } from '../html/controls.ts'
import type { FormField } from '../html/fields.ts'
import type { Texts } from '../texts/shape.ts'
import type { OptionName } from '../texts/shape/policies.ts'
import type { PolicyPlace } from './place.ts'
import type { Policy, Setting } from './settings.ts'
import { isOn, numberInWords } from './show-value.ts'
import { effectiveOf } from './values.ts'
import type { Chain } from './values.ts'

/** @param inherited the policies that apply where this one does not set a value, the nearest first */
export function policyFields({ settings }: Policy, inherited: Chain, texts: Texts): readonly FormField[] {
  return settings.map((setting) => {
    const { label, help } = texts.policies.settings[setting.name]
    return { name: setting.name, label, ...(help === undefined ? {} : { help }), ...ofKind(setting, inherited, texts) }
  })
}

function ofKind(setting: Setting, inherited: Chain, texts: Texts): Partial<FormField> {
  const { policies } = texts
  const { errors } = policies
  const choices = (names: readonly OptionName[]): readonly Choice[] => names.map((value) => ({ value, label: policies.options[value] }))
  const hours: Partial<FormField> = {
    problem: ([typed = '']) => (typed === '' || /^\d{1,6}(?:[.,]\d{1,4})?$/.test(typed) ? undefined : errors.hours),
    toMember: (typed) => (typed === '' ? undefined : `${Math.round(Number(typed.replace(',', '.')) * 3600)}s`),
  }
  switch (setting.kind) {
    case 'flag':
      return {
        kind: 'check',
        toMember: (typed) => ((typed === '') === (setting.inverted === true) ? (setting.on ?? true) : undefined),
      }
    case 'count':
      return {
        kind: 'number',
        required: true,
        problem: ([typed = '']) => (/^\d{1,7}$/.test(typed) && Number(typed) <= 1_000_000 ? undefined : errors.count),
        toMember: Number,
      }
    case 'hours': {
      const { help } = policies.settings[setting.name]
      const otherwise = numberInWords(setting, Number(effectiveOf(setting, inherited, false).value), texts)
      return { ...hours, help: help === undefined ? policies.hoursHelp(otherwise) : `${help} ${policies.emptyHelp(otherwise)}` }
    }
    case 'maximumHours':
      return hours
    case 'link':
      return { kind: 'url', problem: ([typed = '']) => (typed === '' || /^https?:\/\/\S+$/i.test(typed) ? undefined : errors.link) }
    case 'email':
      return { kind: 'email' }
    case 'text':
    case 'colour':
      return {}
    case 'ids':
      return { kind: 'lines' }
    case 'option':
      return { kind: 'radios', choices: choices(setting.options) }
    case 'options':
      return {
        kind: 'checks',
        choices: choices(setting.options),
        keepsOthers: true,
        problem: (typed) => (typed.length === 0 ? errors.factor : undefined),
      }
  }
}

/** @returns the effective values. A lifetime that is inherited stays empty, so that it stays inherited. */
export function policyValues(policy: Policy, place: PolicyPlace): URLSearchParams {
  const values = policy.settings.flatMap((setting) => {
    const { value, source } = place.effective(policy, setting)
    if (setting.kind === 'hours' && source !== place.level) return []
    if (setting.kind === 'maximumHours' && value === 0) return []
    if (typeof value === 'boolean') return isOn(setting, value) ? [[setting.name, 'true']] : []
    if (typeof value !== 'object') return value === '' ? [] : [[setting.name, String(value)]]
    return setting.kind === 'ids' ? [[setting.name, value.join('\n')]] : value.map((each) => [setting.name, each])
  })
  return new URLSearchParams(values)
}
