// A screen of the login pages in the document: every member is a text with a greatest length.

import type { LeafSchema } from '../json/leaf.ts'
import { message } from '../json/message.ts'
import type { MessageSchema } from '../json/message.ts'
import { text } from '../json/text.ts'

export type ScreenTextSchema<TName extends string> = MessageSchema<Readonly<Record<TName, LeafSchema<string>>>>

/** Each member beside its greatest number of characters. */
export function screenText<TName extends string>(lengths: Readonly<Record<TName, number>>): ScreenTextSchema<TName> {
  const fields = Object.fromEntries(Object.entries<number>(lengths).map(([name, max]) => [name, text(max)]))
  // fromEntries forgets the names that the parameter's type has fixed.
  return message(fields as Record<TName, LeafSchema<string>>)
}
