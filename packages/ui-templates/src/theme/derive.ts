// Derives the colours of a scheme from those of a brand. Surfaces keep the brand's colours. Text is mixed toward black or white until it can
// be read: a contrast of 4.5 for text and 3 for edges. https://www.w3.org/TR/WCAG22/#contrast-minimum
import type { Branding } from '@symbolon/login'
import type { ColourName, Colours } from '../assets/style/colours.ts'
import { black, contrast, inkOn, mix, readable, readColour, white, writeColour } from './colour.ts'
import type { Colour } from './colour.ts'

/** The colours of a brand for one scheme. */
export type BrandColours = Branding['light']

const textRatio = 4.5
const edgeRatio = 3

/** @param base the colours of a scheme without a brand; every colour that the brand does not decide stays as it is */
export function deriveColours(brand: BrandColours, base: Colours): Colours {
  const given = (member: keyof BrandColours): Colour | undefined => (brand[member] === undefined ? undefined : readColour(brand[member]))
  const own = (name: ColourName): Colour => readColour(base[name])
  const background = given('background')
  const ground = background ?? own('ground')
  const card = background === undefined ? own('card') : cardOn(background)
  const ink = inkOn(card)
  const accent = given('primary') ?? own('accent')
  const surfaces = [ground, card]
  const text = readable(given('font') ?? (contrast(own('text'), card) >= 7 ? own('text') : ink), surfaces, ink, textRatio)
  const fixed = mix(card, text, 0.05)
  const fixedOrCard = contrast(text, fixed) >= textRatio ? fixed : card
  const field = background === undefined ? own('field') : card
  const tint = tintOf(card, accent, text)
  const grounds = [...surfaces, field, fixedOrCard, tint]
  const words = readable(text, grounds, ink, textRatio)
  const onAccent = inkOn(accent)
  const warn = given('warn') ?? own('error')
  const errorGround = tintOf(card, warn, words)
  const successGround = tintOf(card, own('success'), words)
  const colours: Readonly<Record<ColourName, Colour>> = {
    ground,
    card,
    'card-edge': mix(card, words, 0.12),
    text: words,
    muted: readable(mix(words, card, 0.35), grounds, words, textRatio),
    accent,
    'accent-strong': mix(accent, onAccent === white ? black : white, 0.15),
    'on-accent': onAccent,
    link: readable(accent, [...surfaces, tint, field], words, textRatio),
    tint,
    field,
    'field-fixed': fixedOrCard,
    'field-edge': readable(mix(card, words, 0.4), [card, field], words, edgeRatio),
    error: readable(warn, [errorGround, card, field], words, textRatio),
    'error-ground': errorGround,
    success: readable(own('success'), [successGround, card], words, textRatio),
    'success-ground': successGround,
  }
  return Object.fromEntries(Object.entries(colours).map(([name, colour]) => [name, writeColour(colour)])) as Record<ColourName, string>
}

/** The card lies a little above its ground: lighter, where text can still be read on it. */
function cardOn(ground: Colour): Colour {
  if (inkOn(ground) === black) return mix(ground, white, 0.75)
  const lighter = mix(ground, white, 0.06)
  return contrast(white, lighter) >= 7 ? lighter : mix(ground, black, 0.3)
}

/** A surface with as much of the colour as text allows. */
function tintOf(card: Colour, colour: Colour, text: Colour): Colour {
  for (const share of [0.12, 0.08, 0.04]) {
    const tint = mix(card, colour, share)
    if (contrast(text, tint) >= textRatio) return tint
  }
  return card
}
