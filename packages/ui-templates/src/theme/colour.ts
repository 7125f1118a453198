// Arithmetic of colours: mixtures, and the contrast of two colours. https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number]

/** The darkest ink. */
export const black: Colour = [0, 0, 0]
/** The lightest ink. */
export const white: Colour = [255, 255, 255]

/** Reads `#rgb` or `#rrggbb`. @throws TypeError for any other text */
export function readColour(text: string): Colour {
  const digits = /^#(?:([0-9a-f]{6})|([0-9a-f])([0-9a-f])([0-9a-f]))$/i.exec(text)
  if (digits === null) throw new TypeError('A colour has three or six hexadecimal digits')
  const [, six = `${digits[2]}${digits[2]}${digits[3]}${digits[3]}${digits[4]}${digits[4]}`] = digits
  const channel = (at: number): number => Number.parseInt(six.slice(at, at + 2), 16)
  return [channel(0), channel(2), channel(4)]
}

/** The colour as `#rrggbb`. */
export function writeColour(colour: Colour): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** @param share of the second colour, 0 to 1 */
export function mix(first: Colour, second: Colour, share: number): Colour {
  const channel = (index: 0 | 1 | 2): number => Math.round(first[index] * (1 - share) + second[index] * share)
  return [channel(0), channel(1), channel(2)]
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of two colours, 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [first, second] = [luminance(one), luminance(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

/** Black or white, whichever is easier to read on the colour: at least 4.58. */
export function inkOn(ground: Colour): Colour {
  return contrast(black, ground) >= contrast(white, ground) ? black : white
}

/** The colour, mixed toward another colour in steps until its contrast with every ground is at least the ratio; else that other colour. */
export function readable(colour: Colour, grounds: readonly Colour[], toward: Colour, ratio: number): Colour {
  for (let step = 0; step < 20; step++) {
    const mixed = mix(colour, toward, step / 20)
    if (grounds.every((ground) => contrast(mixed, ground) >= ratio)) return mixed
  }
  return toward
}
