// The value of a setting in a policy, and the effective value: of the organization, else of the instance, else the built-in one. Pure.
import type { JsonObject } from '@symbolon/schema-v2'
import type { Setting } from './settings.ts'

/** Where a value comes from. */
export type Source = 'organization' | 'instance' | 'builtIn'

/** A value as pages show it and forms fill it in: yes or no, a number, a text, or several options. */
export type Value = boolean | number | string | readonly string[]

/** The stored policies of one name, the nearest first. */
export type Chain = readonly { readonly source: Exclude<Source, 'builtIn'>; readonly content: JsonObject }[]

/** A value that holds. */
export interface Effective {
  readonly value: Value
  readonly source: Source
}

/** @returns the value in a stored policy; undefined where the next policy decides */
export function valueIn(setting: Setting, content: JsonObject): Value | undefined {
  const stored = content[setting.name]
  switch (setting.kind) {
    case 'flag':
      return stored === (setting.on ?? true)
    case 'count': {
      const count = Number(stored ?? 0)
      return Number.isFinite(count) && count > 0 ? count : setting.absent
    }
    case 'hours':
      return hoursOf(stored, setting.zeroIsNever)
    case 'maximumHours':
      return hoursOf(stored, false) ?? setting.builtIn
    case 'option':
      return setting.options.find((option) => option === stored) ?? setting.builtIn
    case 'options': {
      const named = Array.isArray(stored) ? setting.options.filter((option) => stored.includes(option)) : []
      return isEmpty(content) ? setting.builtIn : named
    }
    case 'ids':
      return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
    case 'text':
    case 'link':
    case 'email':
    case 'colour':
      return typeof stored === 'string' ? stored : ''
  }
}

/** A list of factors is empty together with that of factors with verification. */
function isEmpty({ secondFactors, multiFactors }: JsonObject): boolean {
  return [secondFactors, multiFactors].every((list) => !Array.isArray(list) || list.length === 0)
}

/** @returns what holds. A policy counts as a whole; only lifetimes that it leaves out come from the next one. */
export function effectiveOf(setting: Setting, chain: Chain, forcesSecondFactor: boolean): Effective {
  for (const { source, content } of chain) {
    const value = valueIn(setting, content)
    if (value !== undefined) return { value, source }
  }
  const { builtIn } = setting
  return { value: typeof builtIn === 'function' ? builtIn(forcesSecondFactor) : builtIn, source: 'builtIn' }
}

/** Hours of a duration in seconds, such as `3600s`. https://protobuf.dev/programming-guides/json/ */
function hoursOf(duration: unknown, zeroCounts: boolean): number | undefined {
  if (typeof duration !== 'string') return undefined
  const seconds = Number.parseFloat(duration)
  if (!(seconds >= 0) || (seconds === 0 && !zeroCounts)) return undefined
  return Number((seconds / 3600).toFixed(4))
}
