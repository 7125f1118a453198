// The login texts of documents as texts of our pages.
import { placesOfTexts } from '@symbolon/core-protocol'
import type { CustomTexts } from '@symbolon/core-protocol'
import { isDefaultLoginText } from '@symbolon/schema-v2'
import { textAt } from '../documents/content.ts'
import type { Content } from '../documents/content.ts'

/** The texts of one language that replace ours. */
export function customTexts(content: Content): CustomTexts {
  const found = Object.entries(placesOfTexts).flatMap(([name, [screen, member]]) => {
    const text = textAt(content, screen, member)
    return text === undefined || text.trim() === '' || isDefaultLoginText(screen, member, text) ? [] : [[name, text]]
  })
  return Object.fromEntries(found)
}
