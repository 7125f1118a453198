// Values of settings as markup.
import { html } from 'hono/html'
import { isolatedName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import type { Texts } from '../texts/shape.ts'
import type { Setting } from './settings.ts'
import type { Value } from './values.ts'

/** @returns the value in words; a colour with a sample of it */
export function showValue(setting: Setting, value: Value, { policies, language }: Texts): Markup {
  if (typeof value === 'boolean') return html`${isOn(setting, value) ? policies.yes : policies.no}`
  if (typeof value === 'number') return html`${numberInWords(setting, value, { policies, language })}`
  if (value === '' || value.length === 0) return html`<span class="muted">${policies.none}</span>`
  if (setting.kind === 'option' || setting.kind === 'options') {
    const chosen = setting.options.filter((option) => value.includes(option))
    return html`${chosen.map((option) => policies.options[option]).join(', ')}`
  }
  const text = String(value)
  return setting.kind === 'colour' ? html`${sample(text)} <code>${text}</code>` : isolatedName(text)
}

/** @returns whether what the label of a flag names is on */
export function isOn(setting: Setting, value: boolean): boolean {
  return setting.kind === 'flag' && setting.inverted === true ? !value : value
}

/** @returns a number with its unit */
export function numberInWords(setting: Setting, value: number, { policies, language }: Pick<Texts, 'policies' | 'language'>): string {
  const format = new Intl.NumberFormat(language)
  const number = format.format(value)
  const time = (): string => (value >= 48 && value % 24 === 0 ? policies.days(format.format(value / 24)) : policies.hours(number))
  if (setting.kind === 'count') return value === 0 && setting.zeroIsNever ? policies.never : number
  if (setting.kind === 'maximumHours') return value === 0 ? policies.none : time()
  if (setting.kind !== 'hours') return number
  return value === 0 ? policies.never : time()
}

/** A sample of a colour. SVG attributes are not inline styles, so the content security policy allows them. */
function sample(colour: string): Markup {
  return html`<svg class="sample" viewBox="0 0 1 1" aria-hidden="true"><rect width="1" height="1" fill="${colour}"/></svg>`
}
