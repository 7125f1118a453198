// The pairs of colours that pages combine, and their contrast.

const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Each text colour with the background that the style sheet puts it on. */
export const texts = [
  ['text', 'card'],
  ['text', 'ground'],
  ['text', 'field'],
  ['text', 'tint'],
  ['muted', 'card'],
  ['muted', 'ground'],
  ['muted', 'field-fixed'],
  ['muted', 'tint'],
  ['link', 'card'],
  ['link', 'ground'],
  ['link', 'tint'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['error', 'error-ground'],
  ['error', 'card'],
  ['text', 'field-fixed'],
  ['success', 'success-ground'],
] as const

/** Colours that mark the edge of a field or the focused element: https://www.w3.org/TR/WCAG22/#non-text-contrast */
export const edges = [
  ['field-edge', 'field'],
  ['field-edge', 'card'],
  ['link', 'field'],
  ['link', 'card'],
  ['error', 'field'],
  ['error', 'card'],
] as const
