// The colours of the pages, as custom properties with a light and a dark value. No rule elsewhere names a colour, so that a theme only has
// to set these properties. A test computes the contrast of each pair of colours that a page combines.

/** The names of the properties, without the two dashes, and their values. */
export type Colours = Readonly<Record<ColourName, string>>

/**
 * A colour of the pages. `accent` is a surface and `on-accent` the text on it; `link` is the accent as text and as an edge; `tint` is a surface
 * with a touch of it.
 */
export type ColourName =
  | 'ground'
  | 'card'
  | 'card-edge'
  | 'text'
  | 'muted'
  | 'accent'
  | 'accent-strong'
  | 'on-accent'
  | 'link'
  | 'tint'
  | 'field'
  | 'field-fixed'
  | 'field-edge'
  | 'error'
  | 'error-ground'
  | 'success'
  | 'success-ground'

/** The colours in light surroundings. */
export const light: Colours = {
  ground: '#f4f4fb',
  card: '#ffffff',
  'card-edge': '#e4e4f1',
  text: '#1b1c30',
  muted: '#585b78',
  accent: '#4f46e5',
  'accent-strong': '#4338ca',
  'on-accent': '#ffffff',
  link: '#4f46e5',
  tint: '#eeeefc',
  field: '#ffffff',
  'field-fixed': '#f4f4fb',
  'field-edge': '#8386a6',
  error: '#a8200d',
  'error-ground': '#fef1ef',
  success: '#0b6b3a',
  'success-ground': '#e9f8ef',
}

/** The colours in dark surroundings. */
export const dark: Colours = {
  ground: '#0f101b',
  card: '#181a2a',
  'card-edge': '#2a2d45',
  text: '#ecedf8',
  muted: '#a9acc8',
  accent: '#818cf8',
  'accent-strong': '#a5b0fc',
  'on-accent': '#0f101b',
  link: '#818cf8',
  tint: '#262a4a',
  field: '#12131f',
  'field-fixed': '#1f2136',
  'field-edge': '#7276a0',
  error: '#ffb4a8',
  'error-ground': '#3a1a1c',
  success: '#8fe0b0',
  'success-ground': '#12301f',
}

/** The shadow of the card in each scheme. */
export const shadows = {
  light: '0 1px 2px rgb(27 28 48 / 6%), 0 12px 40px rgb(27 28 48 / 8%)',
  dark: '0 12px 40px rgb(0 0 0 / 35%)',
} as const

/** The declarations of a scheme, one a line. */
export function declarations(colours: Colours): string {
  return Object.entries(colours)
    .map(([name, value]) => `  --${name}: ${value};\n`)
    .join('')
}

/** The properties of both schemes. The browser chooses the scheme of its surroundings. */
export const colourRules: string = `
:root {
  color-scheme: light dark;
${declarations(light)}  --shadow: ${shadows.light};
}
@media (prefers-color-scheme: dark) {
:root {
${declarations(dark)}  --shadow: ${shadows.dark};
}
}
`
