// Themes: every brand can be read, and a theme is all that its name says.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { templates } from '../src/index.ts'
import { dark, light } from '../src/assets/style/colours.ts'
import { deriveColours } from '../src/theme/derive.ts'
import type { BrandColours } from '../src/theme/derive.ts'
import { themeName, themeOf } from '../src/theme/theme.ts'
import { contrast, edges, texts } from './contrast.ts'

const auto = { themeMode: 'auto', light: {}, dark: {} } as const

/** Colours all over the cube, and the greys between which text changes from black to white. */
const samples = [
  '#000',
  '#fff',
  '#f00',
  '#0f0',
  '#00f',
  '#ff0',
  '#0ff',
  '#f0f',
  '#808080',
  '#757575',
  '#767676',
  '#5469d4',
  '#2073c4',
  '#111827',
]

describe('the colours of a brand', () => {
  const check = (brand: BrandColours): void => {
    for (const base of [light, dark]) {
      const colours = deriveColours(brand, base)
      for (const [pairs, least] of [
        [texts, 4.5],
        [edges, 3],
      ] as const) {
        for (const [one, other] of pairs) {
          const ratio = contrast(colours[one], colours[other])
          assert.ok(ratio >= least, `${one} ${colours[one]} on ${other} ${colours[other]}: ${ratio.toFixed(2)} of ${JSON.stringify(brand)}`)
        }
      }
    }
  }

  test('can be read whatever the accent colour is', () => {
    for (const primary of samples) check({ primary })
  })

  test('can be read on every ground', () => {
    for (const background of samples) for (const primary of samples) check({ background, primary })
  })

  test('can be read whatever the colour of text and of errors is', () => {
    for (const font of samples) for (const background of samples) check({ font, background, warn: font })
  })

  test('are surfaces as they are, and texts where they can be read', () => {
    const colours = deriveColours({ primary: '#ffcc00', background: '#fafafa', font: '#222222', warn: '#cd3d56' }, light)
    assert.equal(colours.accent, '#ffcc00')
    assert.equal(colours['on-accent'], '#000000')
    assert.equal(colours.ground, '#fafafa')
    assert.equal(colours.text, '#222222')
    assert.notEqual(colours.link, '#ffcc00', 'yellow text on white cannot be read')
  })

  test('without a brand are those of the style sheet where they can be read', () => {
    const { ground, card, text, accent, field, error } = deriveColours({}, light)
    assert.deepEqual({ ground, card, text, accent, field, error }, { ...pick(light) })
  })
})

const pick = ({ ground, card, text, accent, field, error }: typeof light): Readonly<Record<string, string>> => ({
  ground,
  card,
  text,
  accent,
  field,
  error,
})

describe('a theme', () => {
  test('is not needed without colours that the brand names', () => {
    assert.equal(themeName(auto), undefined)
  })

  test('BR-04 has a name that holds all that it is made of', () => {
    const brands = [
      { ...auto, light: { primary: '#5469d4' } },
      { ...auto, dark: { primary: '#5469d4' } },
      { ...auto, light: { background: '#5469d4' } },
      { ...auto, themeMode: 'dark' },
      { ...auto, themeMode: 'light' },
      { themeMode: 'light', light: { primary: '#abc', background: '#fff', font: '#000', warn: '#f00' }, dark: { primary: '#123456' } },
    ] as const
    const names = brands.map(themeName)
    assert.equal(new Set(names).size, brands.length)
    const bodies = names.map((name = '') => {
      assert.match(name, /^[a-z0-9-]+\.css$/)
      return templates().theme?.(name)?.body
    })
    assert.ok(bodies.every((body) => body !== undefined))
    // The accent colour of the light scheme is that of the dark one as well, so two of the brands differ in the light scheme only.
    assert.equal(new Set(bodies).size, brands.length)
  })

  test('is the same for equal colours, however they are written', () => {
    assert.equal(themeName({ ...auto, light: { primary: '#ABCDEF' } }), themeName({ ...auto, light: { primary: '#abcdef' } }))
  })

  test('BR-02 is nothing for a name that the pages do not write', () => {
    const name = themeName({ ...auto, light: { primary: '#5469d4' } }) ?? ''
    assert.ok(themeOf(name) !== undefined)
    for (const other of [
      name.replace('5469d4', '5469d5'),
      name.replace('auto', 'dark'),
      name.replace('.css', ''),
      name.replace('5469d4', 'red;}'),
      '.css',
      '00000000-auto-x-x-x-x-x-x-x-x.css',
      `${'0'.repeat(10_000)}.css`,
      '__proto__',
    ])
      assert.equal(themeOf(other), undefined, other)
  })

  test('BR-02 sets colours, the scheme and the shadow, and nothing else', () => {
    for (const themeMode of ['auto', 'light', 'dark'] as const) {
      const body = themeOf(themeName({ themeMode, light: { primary: '#5469d4', warn: '#f00' }, dark: { font: '#eee' } }) ?? '')?.body ?? ''
      const rules = body.replaceAll(/ {2}--(?:shadow: [^;{}]+|[a-z-]+: #[0-9a-f]{6});\n/g, '').replaceAll(/\s/g, '')
      const expected = {
        auto: ':root{}@media(prefers-color-scheme:dark){:root{}}',
        light: ':root{color-scheme:light;}',
        dark: ':root{color-scheme:dark;}',
      }
      assert.equal(rules, expected[themeMode])
    }
  })
})
