// Reads the form of a policy: what was typed becomes members of the stored object.
import type { FieldViolation } from '@symbolon/rest'
import { readLines } from '../html/controls.ts'
import type { JsonObject } from '@symbolon/schema-v2'
import type { PoliciesTexts } from '../texts/shape/policies.ts'
import type { Policy, Setting } from './settings.ts'

/** The values of the posted form. */
export interface ReadPolicy {
  /** The whole policy. Members without a setting are as they were. */
  readonly content: JsonObject
  readonly errors: readonly FieldViolation[]
}

/** A member, absent where it takes its default; or what is wrong with it. */
type Read = { readonly value: unknown } | { readonly problem: keyof PoliciesTexts['errors'] }

/** @param base the policy that the form was filled with */
export function readPolicy({ settings }: Policy, fields: URLSearchParams, base: JsonObject, { errors: texts }: PoliciesTexts): ReadPolicy {
  const read = settings.map((setting) => [setting.name, readSetting(setting, fields, base)] as const)
  return {
    content: { ...base, ...Object.fromEntries(read.map(([name, each]) => [name, 'value' in each ? each.value : undefined])) },
    errors: read.flatMap(([field, each]) => ('problem' in each ? [{ field, reason: each.problem, description: texts[each.problem] }] : [])),
  }
}

function readSetting(setting: Setting, fields: URLSearchParams, base: JsonObject): Read {
  const typed = fields.get(setting.name)?.trim() ?? ''
  switch (setting.kind) {
    case 'flag':
      return { value: (typed === '') === (setting.inverted === true) ? (setting.on ?? true) : undefined }
    case 'count':
      return /^\d{1,7}$/.test(typed) && Number(typed) <= 1_000_000 ? { value: Number(typed) } : { problem: 'count' }
    case 'hours':
    case 'maximumHours':
      if (typed === '') return { value: undefined }
      return /^\d{1,6}(?:[.,]\d{1,4})?$/.test(typed)
        ? { value: `${Math.round(Number(typed.replace(',', '.')) * 3600)}s` }
        : { problem: 'hours' }
    case 'link':
      return typed === '' || /^https?:\/\/\S+$/i.test(typed) ? { value: typed } : { problem: 'link' }
    case 'options': {
      const chosen = fields.getAll(setting.name)
      const stored = base[setting.name]
      // Values that the form does not offer, and that another program may have set.
      const others = Array.isArray(stored) ? stored.filter((value) => !setting.options.some((option) => option === value)) : []
      return chosen.length === 0 ? { problem: 'factor' } : { value: [...chosen, ...others] }
    }
    case 'ids':
      return { value: readLines(fields, setting.name) }
    case 'option':
    case 'text':
    case 'email':
    case 'colour':
      return { value: typed }
  }
}
