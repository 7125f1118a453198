// What is accepted acts, in every form: the service distinguishes each value that a member takes from its absence and from the other values.
import { instanceEffects, instanceLists, orgDocumentSchema, orgEffects } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { effectsDocument, originForms, visibleOf } from '../support/effects.ts'
import { enumeratedIn, leavesOf, nodesOf, placesOf, valueAt, varied } from '../support/format-walk.ts'
import type { Pattern, Place } from '../support/format-walk.ts'

const app: Place = ['orgs', 0, 'oidcApps', 0, 'app']
const person: Place = ['orgs', 0, 'humanUsers', 0, 'user']

/** Members that take texts of several forms, and a value of each. */
const forms: readonly (readonly [place: Place, values: readonly unknown[]])[] = [
  ...originForms.map((origin): readonly [Place, readonly unknown[]] => [[...app, 'additionalOrigins'], [[origin]]]),
  [
    [...app, 'redirectUris'],
    [['https://a.example/cb'], ['https://a.example/cb?x=%2F'], ['https://a.example:8443/'], ['http://127.0.0.1/cb'], ['http://[::1]:1/cb']],
  ],
  [
    [...app, 'postLogoutRedirectUris'],
    [['https://a.example/out'], ['http://localhost/out']],
  ],
  [
    [...person, 'phone'],
    [{ phone: '+41 44 000 00 01' }, { phone: '+41440000002' }],
  ],
  [
    [...person, 'email'],
    [{ email: 'ada@bücher.example' }, { email: 'Ada+News@shop.example' }],
  ],
  [
    [...person, 'profile', 'preferredLanguage'],
    ['de', 'de-CH', 'pt-BR', 'zh-Hant'],
  ],
]

for (const [place, values] of forms) {
  test(`${place.join('.')} acts as ${values.map((value) => JSON.stringify(value)).join(', ')}`, async () => {
    const seen = new Set([await visibleOf(varied(effectsDocument, place, null))])
    for (const value of values) {
      const visible = await visibleOf(varied(effectsDocument, place, value))
      assert.ok(visible !== undefined, `${JSON.stringify(value)} is not read`)
      assert.ok(!seen.has(visible), `${JSON.stringify(value)} has no separate effect`)
      seen.add(visible)
    }
  })
}

/** Values that mean the same in every member that has them: the default, and what is as if it were not there. */
const synonyms = /_UNSPECIFIED$|^STATE_(INACTIVE|REMOVED|SUSPENDED|INVITED)$/
/** Values that are the default by another name, or that need something that a change of this member alone does not bring. */
const alike: readonly string[] = ['THEME_MODE_AUTO', 'ORG_STATE_ACTIVE', 'USER_STATE_ACTIVE', 'EdDSA', 'RS256']

const skip = process.env['SYMBOLON_TEST_LONG'] === '1' ? false : 'SYMBOLON_TEST_LONG=1 runs it'
const { instance, orgs } = orgDocumentSchema.fields
const listsOfInstance: readonly string[] = instanceLists.map(({ member }) => member)

test('the service distinguishes every value of an enumeration that acts from the others', { skip }, async () => {
  const nodes = [...nodesOf(orgs.item, orgEffects, ['orgs', '*']), ...nodesOf(instance, instanceEffects, ['instance'])]
  for (const { schema, pattern, effect } of nodes.filter((node) => node.effect === 'acts' && !isListOfInstance(node.pattern))) {
    assert.equal(effect, 'acts')
    for (const leaf of leavesOf(schema, pattern)) {
      const values = enumeratedIn(leaf.schema)
      if (values !== undefined) assert.deepEqual(await alikeAt(leaf.pattern, values), [], leaf.pattern.join('.'))
    }
  }
})

function isListOfInstance([root, list = '']: Pattern): boolean {
  return root === 'instance' && listsOfInstance.includes(list)
}

/** @returns the values that the service does not distinguish, at the place where it distinguishes most of them */
async function alikeAt(pattern: Pattern, values: readonly string[]): Promise<readonly string[]> {
  const places = placesOf(pattern).toSorted((one, other) => Number(valueAt(other) !== undefined) - Number(valueAt(one) !== undefined))
  let least = values
  for (const place of places.slice(0, 3)) {
    const groups = new Map<string, string[]>()
    for (const value of values) {
      const visible = (await visibleOf(varied(effectsDocument, place, value))) ?? 'not read'
      groups.set(visible, [...(groups.get(visible) ?? []), value])
    }
    const same = [...groups.values()]
      .filter((group) => group.length > 1)
      .flat()
      .filter((value) => !synonyms.test(value) && !alike.includes(value))
    if (same.length < least.length) least = same
  }
  return least
}
