// How well the colours of a brand can be read, before the theme mixes them until they can.
import type { Branding } from '@symbolon/login'
import { dark, light } from '../assets/style/colours.ts'
import { contrast, readColour } from './colour.ts'

/** Contrast ratios, 1 to 21. https://www.w3.org/TR/WCAG22/#contrast-minimum */
export interface BrandContrasts {
  /** Of text on the background. */
  readonly text: number
  /** Of links, which have the main colour, on the background. */
  readonly link: number
  /** Of warnings on the background. */
  readonly warning: number
}

/** @returns the contrasts of the colours as they were chosen; the colours of the user interface stand for those that are absent */
export function brandContrasts(scheme: 'light' | 'dark', colours: Branding['light']): BrandContrasts {
  const base = scheme === 'light' ? light : dark
  const ground = readColour(colours.background ?? base.card)
  const on = (colour: string): number => contrast(readColour(colour), ground)
  return { text: on(colours.font ?? base.text), link: on(colours.primary ?? base.link), warning: on(colours.warn ?? base.error) }
}
