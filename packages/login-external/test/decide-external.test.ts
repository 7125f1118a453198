// What follows from a sign-in at an identity provider, for every combination of facts.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decideExternal } from '../src/decide/decide-external.ts'
import type { ExternalFacts } from '../src/decide/decide-external.ts'

const rules = { creationAllowed: true, linkingAllowed: true, autoCreation: false, autoUpdate: false }
const verified = { address: 'ada@acme.example', verified: true }
const unverified = { ...verified, verified: false }
const ada = { id: 'ada', state: 'active', orgActive: true } as const
const facts: ExternalFacts = {
  allowed: true,
  rules,
  allowRegister: true,
  identity: {},
  linked: undefined,
  owners: [],
  linking: undefined,
}
const decide = (more: Partial<ExternalFacts>) => decideExternal({ ...facts, ...more })
const ask = (register: boolean, connect: boolean) => ({ kind: 'ask', register, connect })

describe('decideExternal', () => {
  test('a link signs its user in', () => {
    assert.deepEqual(decide({ linked: { user: ada, mayAnswer: true } }), { kind: 'sign_in', userId: 'ada' })
  })

  test('XI-05 a link does not sign in a deactivated user, or any user of a deactivated provider', () => {
    const refuse = (reason: string) => ({ kind: 'refuse', reason })
    for (const state of ['inactive', 'locked', 'initial', 'suspended'] as const) {
      assert.deepEqual(decide({ linked: { user: { ...ada, state }, mayAnswer: true } }), refuse('user_not_active'))
    }
    assert.deepEqual(decide({ linked: { user: { ...ada, orgActive: false }, mayAnswer: true } }), refuse('user_not_active'))
    assert.deepEqual(decide({ linked: { user: ada, mayAnswer: true }, allowed: false }), refuse('not_allowed'))
    assert.deepEqual(decide({ linked: { user: ada, mayAnswer: false } }), refuse('wrong_user'))
  })

  test('XI-04 only an address that is proven on both sides leads to its owner, and only to the proof of that user', () => {
    const owner = { userId: 'ada', verified: true }
    assert.deepEqual(decide({ identity: { email: verified }, owners: [owner] }), ask(false, true))
    assert.deepEqual(decide({ identity: { email: verified }, owners: [{ ...owner, verified: false }] }), ask(true, true))
    assert.deepEqual(decide({ identity: { email: unverified }, owners: [owner] }), ask(true, true))
    const strict = { ...rules, linkingAllowed: false }
    assert.deepEqual(decide({ identity: { email: verified }, owners: [owner], rules: strict }), ask(false, false))
  })

  test('an address that has an owner here creates no second user without a question', () => {
    const auto = { ...rules, autoCreation: true }
    assert.deepEqual(decide({ identity: { email: verified }, owners: [{ userId: 'ada', verified: true }], rules: auto }), ask(false, true))
    const unproven = { owners: [{ userId: 'eve', verified: false }], rules: auto }
    assert.deepEqual(decide({ identity: { email: verified }, ...unproven }), ask(true, true))
    assert.deepEqual(
      decide({ identity: { email: verified }, ...unproven, allowRegister: false }),
      ask(true, true),
      'it does not block the user',
    )
    assert.deepEqual(decide({ identity: { email: unverified }, ...unproven }), { kind: 'create' })
  })

  test('an unknown account creates a user, asks for a registration, or is refused, as the options say', () => {
    const autoCreation = { ...rules, autoCreation: true }
    assert.deepEqual(decide({ rules: autoCreation }), { kind: 'create' })
    assert.deepEqual(decide({ rules: autoCreation, allowRegister: false }), { kind: 'create' })
    assert.deepEqual(decide({ rules: { ...autoCreation, creationAllowed: false } }), ask(false, true))
    assert.deepEqual(decide({}), ask(true, true))
    assert.deepEqual(decide({ allowRegister: false }), ask(false, true))
    assert.deepEqual(decide({ rules: { ...rules, creationAllowed: false, linkingAllowed: false } }), ask(false, false))
  })

  test('XI-07 a user who is signed in links an account that is not linked yet, after a fresh proof', () => {
    const linking = { userId: 'ada', fresh: true }
    const notLinked = { kind: 'refuse', reason: 'not_linked' }
    assert.deepEqual(decide({ linking }), { kind: 'confirm_link' })
    assert.deepEqual(decide({ linking: { ...linking, fresh: false } }), notLinked)
    assert.deepEqual(decide({ linking, rules: { ...rules, linkingAllowed: false } }), notLinked)
    assert.deepEqual(decide({ linking, linked: { user: ada, mayAnswer: true } }), { kind: 'linked' })
    assert.deepEqual(decide({ linking, linked: { user: { ...ada, id: 'eve' }, mayAnswer: true } }), notLinked)
    assert.deepEqual(decide({ linking, allowed: false }), { kind: 'refuse', reason: 'not_allowed' })
  })

  test('no combination of facts signs in a user other than the linked, active user', () => {
    const flags = [true, false]
    for (const allowed of flags)
      for (const autoCreation of flags)
        for (const allowRegister of flags)
          for (const email of [undefined, verified, unverified])
            for (const owners of [[], [{ userId: 'ada', verified: true }], [{ userId: 'ada', verified: false }]])
              for (const linked of [
                undefined,
                { user: { ...ada, state: 'locked' as const }, mayAnswer: true },
                { user: ada, mayAnswer: false },
              ])
                for (const linking of [undefined, { userId: 'eve', fresh: true }, { userId: 'eve', fresh: false }]) {
                  const identity = email === undefined ? {} : { email }
                  const given = { allowed, allowRegister, identity, owners, linked, linking, rules: { ...rules, autoCreation } }
                  const decision = decideExternal(given)
                  assert.notEqual(decision.kind, 'sign_in')
                  if (linked !== undefined) assert.equal(decision.kind, 'refuse')
                  if (!allowed) assert.equal(decision.kind, 'refuse')
                }
  })
})
