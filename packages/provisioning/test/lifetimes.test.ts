// How long the personal access tokens and keys act that administrators of organizations create, where the instance sets a maximum.
import type { DocumentOrg, OrgDocument } from '@symbolon/schema-v2'
import { readDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyDocument, sentenceFor, userAuthority } from '../src/index.ts'
import { pem, publicKey } from './keys.ts'
import { inAcme, worlds } from './two-organizations.ts'
import type { World } from './two-organizations.ts'

const open = worlds()
const key = pem(await publicKey({ name: 'Ed25519' }))

const day = 86_400
/** From the time at which the clock of the worlds stands. */
const inDays = (days: number): object => ({
  expirationDate: new Date(Date.UTC(2026, 0, 2, 3, 4, 5) + days * day * 1000).toISOString(),
})

interface Kind {
  readonly kind: string
  readonly of: (id: string, more: object) => OrgDocument
}

const kinds: readonly Kind[] = [
  {
    kind: 'personalAccessToken',
    of: (tokenId, more) => inAcme({ personalAccessTokens: [{ tokenId, userId: 'robot', ...more }] } as Partial<DocumentOrg>),
  },
  {
    kind: 'machineKey',
    of: (keyId, more) => inAcme({ machineKeys: [{ keyId, userId: 'robot', publicKey: key, ...more }] } as Partial<DocumentOrg>),
  },
  { kind: 'appKey', of: (id, more) => inAcme({ appKeys: [{ id, appId: 'web', publicKey: key, ...more }] } as Partial<DocumentOrg>) },
]

/** A maximum of 30 days for tokens and of 90 days for keys. */
const maxima: Readonly<Record<string, number>> = { personalAccessToken: 30, machineKey: 90, appKey: 90 }

async function limited(): Promise<World> {
  const world = await open()
  await limit(world)
  return world
}

async function limit(
  { apply }: World,
  boundaryPolicy: object = { maxPersonalAccessTokenLifetime: `${30 * day}s`, maxKeyLifetime: `${90 * day}s` },
): Promise<void> {
  assert.equal((await apply({ instance: { boundaryPolicy } })).counts.refused, 0)
}

for (const { kind, of } of kinds) {
  const most = maxima[kind] ?? assert.fail()

  test(`BO-05 without a maximum, ${kind} has any expiry or none`, async () => {
    const world = await open()
    for (const [id, more] of [
      ['none', {}],
      ['late', inDays(9999)],
    ] as const)
      assert.deepEqual(await world.by('owner', of(id, more)), [`created ${kind} ${id}`])
    await limit(world, { crossOrganizationData: 'RELATED_APPLICATIONS', maxPersonalAccessTokenLifetime: '0s', maxKeyLifetime: '0s' })
    assert.deepEqual(await world.by('owner', of('zero', {})), [`created ${kind} zero`])
  })

  test(`BO-05 an organization creates ${kind} up to the maximum of the instance`, async () => {
    const world = await limited()
    for (const dryRun of [true, false]) {
      for (const strict of [true, false]) {
        for (const [id, more] of [
          ['none', {}],
          ['late', inDays(most + 0.0001)],
        ] as const)
          assert.deepEqual(await world.by('owner', of(id, more), { dryRun, strict }), [`refused ${kind} ${id} lifetime_too_long`])
      }
    }
    assert.equal(await world.content({ kind: kind as 'appKey', key: ['none'] }), undefined)
    assert.deepEqual(await world.by('owner', of('longest', inDays(most))), [`created ${kind} longest`])
  })

  test(`BO-05 no change lengthens the life of ${kind} beyond the maximum, counted from its creation`, async () => {
    const world = await open()
    await world.apply(of('old', {}))
    await world.apply(of('idle', { state: 'STATE_INACTIVE' }))
    await world.apply(of('short', inDays(1)))
    await limit(world)
    assert.deepEqual(await world.by('owner', of('old', {})), [`same ${kind} old`])
    assert.deepEqual(await world.by('owner', of('short', {})), [`refused ${kind} short lifetime_too_long`])
    assert.deepEqual(await world.by('owner', of('short', inDays(most + 1))), [`refused ${kind} short lifetime_too_long`])
    assert.deepEqual(await world.by('owner', of('idle', { state: 'STATE_ACTIVE' })), [`refused ${kind} idle lifetime_too_long`])
    assert.deepEqual((await world.content({ kind: kind as 'appKey', key: ['short'] }))?.['expirationDate'], '2026-01-03T03:04:05Z')
    assert.deepEqual(await world.by('owner', of('short', inDays(most))), [`changed ${kind} short`])
    // The clock has gone on since the creation.
    const owner = (await world.stores.users.find('owner')) ?? assert.fail()
    const later = { ...world.context, now: () => world.context.now() + 20 * day * 1000, authority: userAuthority(owner, world.stores) }
    const { entries } = await applyDocument(readDocument(of('short', inDays(most + 1))), later)
    assert.equal(entries.find((entry) => entry.kind === kind)?.reason, 'lifetime_too_long')
    // What shortens the life is possible for those that are too long already.
    assert.deepEqual(await world.by('owner', of('old', { state: 'STATE_INACTIVE' })), [`changed ${kind} old`])
    assert.deepEqual(await world.by('owner', of('idle', { state: 'STATE_REMOVED' })), [`removed ${kind} idle`])
  })

  test(`BO-05 an owner of the instance and the system store ${kind} beyond the maximum, with a notice when it is written`, async () => {
    const world = await limited()
    const root = (await world.stores.users.find('root')) ?? assert.fail()
    for (const [id, context] of [
      ['by-system', world.context],
      ['by-root', { ...world.context, authority: userAuthority(root, world.stores) }],
    ] as const) {
      const actions = async (): Promise<readonly string[]> => {
        const { entries } = await applyDocument(readDocument(of(id, {})), context)
        return entries
          .filter((entry) => entry.kind === kind)
          .map(({ action, reason = '', maximum = '' }) => `${action} ${reason} ${maximum}`)
      }
      assert.deepEqual(await actions(), ['created  ', `notice lifetime_over_maximum ${most * day}s`], id)
      assert.deepEqual(await actions(), ['same  '], id)
    }
    assert.deepEqual(await world.by('root', of('within', inDays(most))), [`created ${kind} within`])
  })

  test(`BO-05 who may not create ${kind} learns nothing about the maximum`, async () => {
    const { by } = await limited()
    assert.deepEqual(await by('carl', of('none', {})), [`refused ${kind} none permission_denied permission`])
  })
}

test('BO-05 what a row says names the maximum', () => {
  assert.match(sentenceFor({ reason: 'lifetime_too_long', maximum: '31536000s' }), / The maximum is 31536000s\.$/)
})
