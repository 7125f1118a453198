// Which addresses and numbers a caller may state as verified. Applications find accounts by verified addresses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inAcme, person, worlds } from './two-organizations.ts'
import type { World } from './two-organizations.ts'

const open = worlds()

const verified = (email: string): object => ({ email: { email, isEmailVerified: true } })
const withPhone = { phone: { phone: '+41446681800', isPhoneVerified: true } }

async function contactsOf({ content }: World, userId: string): Promise<readonly unknown[]> {
  const user = (await content({ kind: 'humanUser', key: [userId] }))?.['user'] as Record<string, unknown> | undefined
  return [user?.['email'], user?.['phone']]
}

/** Acme has verified acme.example, club has verified club.example. */
async function twoDomains(): Promise<World> {
  const world = await open()
  await world.apply({
    orgs: [
      { orgId: 'club', domains: [{ domainName: 'club.example', isVerified: true }] },
      { orgId: 'acme', domains: [{ domainName: 'unverified.example' }] },
    ],
  })
  return world
}

test('BO-01 a user manager states as verified only addresses in verified domains of the organization', async () => {
  const world = await twoDomains()
  for (const [userId, address, outcome] of [
    ['acme|own', 'own@acme.example', 'verified'],
    ['acme|upper', 'Upper@ACME.example', 'verified'],
    ['acme|ceo', 'ceo@club.example', 'unverified'],
    ['acme|free', 'free@elsewhere.example', 'unverified'],
    ['acme|claimed', 'claimed@unverified.example', 'unverified'],
    ['acme|below', 'below@sub.acme.example', 'unverified'],
  ] as const) {
    const rows = await world.by('manager', inAcme({ humanUsers: [person(userId, {}, verified(address))] }))
    const refused = outcome === 'verified' ? [] : [`refused humanUser ${userId} email_unproven`]
    assert.deepEqual(rows.toSorted(), [`created humanUser ${userId}`, ...refused], address)
    const [email] = await contactsOf(world, userId)
    assert.deepEqual(email, outcome === 'verified' ? { email: address, isEmailVerified: true } : { email: address }, address)
  }
})

test('BO-01 an address that another person has proven is not stated as verified of a second person', async () => {
  const world = await twoDomains()
  await world.apply(inAcme({ humanUsers: [person('first', {}, verified('shared@acme.example'))] }))
  await world.by('manager', inAcme({ humanUsers: [person('acme|second', {}, verified('SHARED@acme.example'))] }))
  assert.deepEqual(await contactsOf(world, 'acme|second'), [{ email: 'SHARED@acme.example' }, undefined])
  assert.deepEqual(await world.by('manager', inAcme({ humanUsers: [person('first', {}, verified('shared@acme.example'))] })), [
    'same humanUser first',
  ])
})

test('BO-01 a change does not make a stored address verified, and keeps one that is', async () => {
  const world = await twoDomains()
  await world.apply(
    inAcme({
      humanUsers: [person('proven', {}, verified('proven@mail.example')), person('open', {}, { email: { email: 'open@mail.example' } })],
    }),
  )
  const change = inAcme({
    humanUsers: [
      person('proven', {}, { ...verified('proven@mail.example'), profile: { firstName: 'Pro', lastName: 'Ven' } }),
      person('open', {}, verified('open@mail.example')),
    ],
  })
  await world.by('manager', change)
  assert.deepEqual(await contactsOf(world, 'proven'), [{ email: 'proven@mail.example', isEmailVerified: true }, undefined])
  assert.deepEqual(await contactsOf(world, 'open'), [{ email: 'open@mail.example' }, undefined])
  await world.by('manager', inAcme({ humanUsers: [person('proven', {}, verified('other@mail.example'))] }))
  assert.deepEqual(await contactsOf(world, 'proven'), [{ email: 'other@mail.example' }, undefined])
})

test('BO-01 no role of an organization vouches for a phone number', async () => {
  const world = await twoDomains()
  const rows = await world.by('owner', inAcme({ humanUsers: [person('acme|caller', {}, withPhone)] }))
  assert.deepEqual(rows.toSorted(), ['created humanUser acme|caller', 'refused humanUser acme|caller phone_unproven'])
  assert.deepEqual((await contactsOf(world, 'acme|caller'))[1], { phone: '+41446681800' })
})

test('BO-01 an owner of the instance vouches for every address and number', async () => {
  const world = await twoDomains()
  const rows = await world.by('root', inAcme({ humanUsers: [person('ceo', {}, { ...verified('ceo@club.example'), ...withPhone })] }))
  assert.deepEqual(rows, ['created humanUser ceo'])
  assert.deepEqual(await contactsOf(world, 'ceo'), [
    { email: 'ceo@club.example', isEmailVerified: true },
    { phone: '+41446681800', isPhoneVerified: true },
  ])
})

test('BO-01 a strict change with such a statement is refused as a whole', async () => {
  const world = await twoDomains()
  const document = inAcme({ humanUsers: [person('acme|ceo', {}, verified('ceo@club.example'))] })
  assert.deepEqual(await world.by('manager', document, { strict: true }), ['refused humanUser acme|ceo email_unproven'])
  assert.equal(await world.content({ kind: 'humanUser', key: ['acme|ceo'] }), undefined)
})
