// Names that an earlier release stored as they were spelled.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Resource } from '@symbolon/core-protocol'
import { libsql } from '../src/index.ts'
import { temporaryPath, throughAnotherConnection } from './temporary-file.ts'

test('UN-06 UN-07 names that an earlier release stored as they were spelled are found by every spelling, and are taken', async () => {
  const path = temporaryPath()
  const stores = ['directory', 'userAccounts', 'users'] as const
  const storage = await libsql({ url: `file:${path}` }).open(stores)
  const person = (userId: string, userName: string, contacts: object = {}): Resource => ({
    kind: 'humanUser',
    key: [userId],
    orgId: 'o1',
    content: { userId, user: { userName, profile: { firstName: 'A', lastName: 'B' }, ...contacts } },
  })
  const contacts = {
    email: { email: 'ada@bücher.example', isEmailVerified: true },
    phone: { phone: '+41 44 668 18 00', isPhoneVerified: true },
  }
  // More than the migration reads at once; the one that is spelled otherwise comes last.
  const many = Array.from({ length: 5100 }, (_, n) => person(`a${n}`, `a${n}`))
  const org: Resource = { kind: 'org', key: ['o1'], orgId: 'o1', content: { orgId: 'o1', org: { name: 'Oak' } } }
  await storage.stores.directory?.apply(
    { put: [org, ...many, person('zoe', 'zoe@bücher.example', contacts), person('bob', 'bob')], remove: [] },
    1000,
  )
  await storage.close()
  await throughAnotherConnection(path, async (client) => {
    await client.execute('drop table spellings')
    await client.execute("delete from migrations_of_resources where name >= '032'")
    await client.execute(`update users set user_name_canonical = 'zoe@bücher.example', email_canonical = 'ada@bücher.example',
      phone_canonical = '+41 44 668 18 00' where user_id = 'zoe'`)
  })
  const again = await libsql({ url: `file:${path}` }).open(stores)
  const { directory, userAccounts, users } = again.stores
  for (const [name, by] of [
    ['zoe@xn--bcher-kva.example', 'user_name'],
    ['ada@xn--bcher-kva.example', 'email'],
    ['+41446681800', 'phone'],
  ] as const)
    assert.deepEqual(
      (await users?.findByLoginName(name))?.map((match) => [match.user.id, match.by]),
      [['zoe', by]],
      name,
    )
  assert.equal((await users?.find('zoe'))?.phone?.number, '+41446681800')
  for (const [change, reason] of [
    [{ email: { address: 'ada@xn--bcher-kva.example', verified: true }, unique: ['provenEmail'] }, 'email_taken'],
    [{ phone: { number: '+41446681800', verified: true }, unique: ['phone'] }, 'phone_taken'],
    [{ userName: 'zoe@xn--bcher-kva.example' }, 'user_name_taken'],
  ] as const)
    assert.deepEqual(await userAccounts?.change('bob', {}, change, 2000), { kind: 'refused', reason })
  const facts = await directory?.findContactFacts({ domains: [], addresses: ['ada@xn--bcher-kva.example'] })
  assert.deepEqual(facts?.verifiedBy, new Map([['ada@xn--bcher-kva.example', ['zoe']]]))
  // The next change stores the name in canonical form.
  await directory?.apply({ put: [person('zoe', 'zoe@bücher.example', contacts)], remove: [] }, 3000)
  assert.equal((await users?.findByLoginName('ada@xn--bcher-kva.example'))?.length, 1)
  await again.close()
  await throughAnotherConnection(path, async (client) => {
    const { rows } = await client.execute("select email_canonical, phone_canonical from users where user_id = 'zoe'")
    assert.deepEqual([rows[0]?.['email_canonical'], rows[0]?.['phone_canonical']], ['ada@xn--bcher-kva.example', '+41446681800'])
  })
})
