// The theme of a brand: a style sheet that sets the colours, and its name. The name holds all that the theme is made of, so that the file at
// an address never changes, and no cache can serve one organization the colours of another.
import type { Asset, Branding } from '@symbolon/login'
import { dark, declarations, light, shadows } from '../assets/style/colours.ts'
import { deriveColours } from './derive.ts'
import type { BrandColours } from './derive.ts'

/** What a theme is made of. */
export type ThemeSource = Pick<Branding, 'themeMode' | 'light' | 'dark'>

const members = ['primary', 'background', 'font', 'warn'] as const
const modes = ['auto', 'light', 'dark'] as const

/** The name of the theme's file; undefined for a brand without colours that follows the browser, which needs none. */
export function themeName(source: ThemeSource): string | undefined {
  const colours = [source.light, source.dark].flatMap((scheme) => members.map((member) => scheme[member]))
  if (source.themeMode === 'auto' && colours.every((colour) => colour === undefined)) return undefined
  const parts = [source.themeMode, ...colours.map((colour) => colour?.slice(1).toLowerCase() ?? 'x')]
  return `${fingerprint(styleOf(source))}-${parts.join('-')}.css`
}

/** The style sheet of a name that `themeName` returned; undefined for any other name. */
export function themeOf(name: string): Asset | undefined {
  const parts = /^[0-9a-f]{8}-(auto|light|dark)((?:-(?:x|[0-9a-f]{3}|[0-9a-f]{6})){8})\.css$/.exec(name)
  const themeMode = modes.find((mode) => mode === parts?.[1])
  if (parts === null || themeMode === undefined) return undefined
  const colours = (parts[2] ?? '').slice(1).split('-')
  const source: ThemeSource = { themeMode, light: readScheme(colours.slice(0, 4)), dark: readScheme(colours.slice(4)) }
  return themeName(source) === name ? { contentType: 'text/css; charset=utf-8', body: styleOf(source) } : undefined
}

function readScheme(colours: readonly string[]): BrandColours {
  return Object.fromEntries(members.flatMap((member, index) => (colours[index] === 'x' ? [] : [[member, `#${colours[index]}`]])))
}

function styleOf({ themeMode, light: inLight, dark: inDark }: ThemeSource): string {
  const lightRules = `${declarations(deriveColours(inLight, light))}  --shadow: ${shadows.light};\n`
  // A brand has one accent colour unless it names two.
  const darkRules = `${declarations(deriveColours({ ...pick(inLight, 'primary'), ...pick(inLight, 'warn'), ...inDark }, dark))}  --shadow: ${shadows.dark};\n`
  switch (themeMode) {
    case 'light':
      return `:root {\n  color-scheme: light;\n${lightRules}}\n`
    case 'dark':
      return `:root {\n  color-scheme: dark;\n${darkRules}}\n`
    case 'auto':
      return `:root {\n${lightRules}}\n@media (prefers-color-scheme: dark) {\n:root {\n${darkRules}}\n}\n`
  }
}

function pick(colours: BrandColours, member: 'primary' | 'warn'): BrandColours {
  return colours[member] === undefined ? {} : { [member]: colours[member] }
}

/** A later version may derive other colours, and gives them another name. https://www.ietf.org/archive/id/draft-eastlake-fnv-21.html */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
