// The style sheet: one card, one accent colour, system fonts. Sizes are in rem, so that zoom and large fonts both work. Sides are logical, so
// that a script from right to left turns the page around.
import type { Asset } from '@symbolon/login'
import { colourRules } from './colours.ts'
import { content } from './content.ts'
import { forms } from './forms.ts'
import { frame } from './frame.ts'
import { surroundings } from './surroundings.ts'

/** The style sheet of every page. */
export const style: Asset = {
  contentType: 'text/css; charset=utf-8',
  body: [colourRules, frame, forms, content, surroundings].join('').trimStart(),
}
