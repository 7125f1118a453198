// The contrast of the colours, computed by https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { templates } from '../src/index.ts'
import { contrast, edges, texts } from './contrast.ts'

const style = templates().assets['style.css']?.body ?? ''

const coloursIn = (block: string | undefined): ReadonlyMap<string, string> =>
  new Map([...(block ?? '').matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]))

const [light, dark] = [...style.matchAll(/:root \{([^}]*)\}/g)].map(([, block]) => coloursIn(block))

test('the computed contrast is 21 between black and white, and 1 between equal colours', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21)
  assert.equal(contrast('#777777', '#777777'), 1)
  assert.equal(contrast('#767676', '#ffffff').toFixed(2), '4.54')
})

for (const [scheme, colours] of [
  ['light', light],
  ['dark', dark],
] as const) {
  describe(`in the ${scheme} scheme`, () => {
    const ratio = (one: string, other: string): number => {
      const [first, second] = [colours?.get(one), colours?.get(other)]
      assert.ok(first !== undefined && second !== undefined, `${one} or ${other} is not defined`)
      return contrast(first, second)
    }
    for (const [text, ground] of texts) {
      test(`${text} on ${ground} has a contrast of at least 4.5:1`, () =>
        assert.ok(ratio(text, ground) >= 4.5, ratio(text, ground).toFixed(2)))
    }
    for (const [edge, ground] of edges) {
      test(`${edge} on ${ground} has a contrast of at least 3:1`, () => assert.ok(ratio(edge, ground) >= 3, ratio(edge, ground).toFixed(2)))
    }
  })
}

test('both schemes define the same colours, and no rule uses any other', () => {
  assert.deepEqual(
    [...(dark ?? [])].map(([name]) => name),
    [...(light ?? [])].map(([name]) => name),
  )
  for (const [, name = ''] of style.matchAll(/var\(--([a-z-]+)\)/g)) assert.ok(light?.has(name) || name === 'shadow', name)
  const rules = style.replaceAll(/:root \{[^}]*\}/g, '')
  assert.doesNotMatch(rules, /#[0-9a-f]{3,8}\b|rgb|hsl/i)
})

test('no rule names a side of the screen: a script from right to left turns the page around', () => {
  const rules = style.replaceAll(/:root \{[^}]*\}/g, '')
  assert.doesNotMatch(rules, /(?:margin|padding|border)-(?:left|right)|(?:^|[\s;{])(?:left|right):|text-align: (?:left|right)|float:/m)
})

test('the style sheet supports dark mode, reduced motion and forced colours, and shows the focus', () => {
  const media = ['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)', '(forced-colors: active)']
  for (const feature of [...media, 'color-scheme: light dark', ':focus-visible']) {
    assert.ok(style.includes(feature), feature)
  }
  assert.doesNotMatch(style, /outline:\s*(none|0)/)
})
