// The fields of the names of a user, in the order of the language.
import { html } from 'hono/html'
import { field } from './field.ts'
import type { Field } from './field.ts'
import type { Markup } from './markup.ts'

/** Languages that put the family name before the given name. */
const familyNameFirst: readonly string[] = ['ja', 'zh']

/**
 * @param language the language tag of the page
 * @param focused whether the first of the fields has the focus
 */
export function personNameFields(language: string, given: Field, family: Field, focused = false): Markup {
  const [first, second] = familyNameFirst.includes(language.slice(0, 2)) ? [family, given] : [given, family]
  return html`${field({ ...first, focused })}
${field(second)}`
}
