// The title and the sentence of a type of events: built in, or declared by a part.
import type { Registry } from '@symbolon/core-protocol'
import type { Texts } from '../texts/shape.ts'

/** The title and the sentence of an event. */
export interface EventTexts {
  readonly title: string
  /** With placeholders, which the English texts explain. */
  readonly sentence: string
  /** The sentence for users who act on themselves. */
  readonly own?: string
}

/** What the texts of an event depend on. */
export interface EventTextSource {
  readonly texts: Pick<Texts, 'language' | 'trail'>
  /** The types that parts declare. */
  readonly declared: Registry['auditEvents']
}

/** @returns the texts in the language of the user; the type itself where the part is not composed any more */
export function eventTextsOf(type: string, { texts: { trail, language }, declared }: EventTextSource): EventTexts {
  const builtIn: Readonly<Record<string, EventTexts>> = trail.events
  const ofPart = declared.get(type)
  return builtIn[type] ?? ofPart?.[language] ?? ofPart?.['en'] ?? { title: type, sentence: type }
}
