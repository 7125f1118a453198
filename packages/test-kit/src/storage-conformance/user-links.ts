// Links of users to their accounts at identity providers.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Resource, Stores } from '@symbolon/core-protocol'
import { neverAfterTheEnd, seen, withPassword } from './ended-meanwhile.ts'
import { human, link, machine, oidcIdp, org, reference } from './fixtures.ts'
import { passkey } from './passkeys.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

/** Registers the tests of links. @param open opens an empty storage with the named stores */
export function userLinkTests(open: OpenFresh): void {
  const withUsers = (run: (stores: Pick<Stores, 'directory' | 'userLinks'>) => Promise<void>) => () =>
    withStores(open, ['directory', 'userLinks'], async (stores) => {
      const users = [human('o1', 'u1', 'ada'), human('o1', 'u2', 'bob'), human('o1', 'u3', 'cleo'), machine('o1', 'm1', 'robot')]
      await stores.directory.apply({ put: [org('o1'), oidcIdp('o1', 'i1'), ...users], remove: [] }, 1000)
      await run(stores)
    })

  describe('userLinks', () => {
    test(
      'finds a link that was added and one that a document brought, by the exact identifier',
      withUsers(async ({ directory, userLinks }) => {
        const added = { userId: 'u1', idpId: 'i1', idpName: 'One', externalId: 'Sub', externalName: 'ada@one' }
        assert.equal(await userLinks.add(added, seen, 2000), 'added')
        await directory.apply({ put: [link('o1', 'u2', 'i1', 'sub')], remove: [] }, 3000)
        assert.deepEqual(await userLinks.find('i1', 'Sub'), added)
        assert.deepEqual(await userLinks.find('i1', 'sub'), { userId: 'u2', idpId: 'i1', issuer: 'https://i1.test', externalId: 'sub' })
        for (const [idp, id] of [
          ['i1', 'SUB'],
          ['i1', ' Sub'],
          ['i2', 'Sub'],
        ] as const)
          assert.equal(await userLinks.find(idp, id), undefined)
      }),
    )

    test(
      'XI-03 the same identifier at two providers is two accounts',
      withUsers(async ({ userLinks }) => {
        assert.equal(await userLinks.add({ userId: 'u1', idpId: 'i1', externalId: 's' }, seen, 2000), 'added')
        assert.equal(await userLinks.add({ userId: 'u2', idpId: 'i2', externalId: 's' }, seen, 2000), 'added')
        assert.equal((await userLinks.find('i1', 's'))?.userId, 'u1')
        assert.equal((await userLinks.find('i2', 's'))?.userId, 'u2')
      }),
    )

    test('AD-67 a link is older than a provider that an organization has changed, until the change is settled by a suspension', () =>
      withStores(open, ['directory', 'userLinks', 'memberships'], async ({ directory, userLinks, memberships }) => {
        const member: Resource = { kind: 'orgMember', key: ['o2', 'u1'], orgId: 'o2', content: { userId: 'u1', roles: ['ORG_OWNER'] } }
        const users = [human('o1', 'u1', 'ada'), human('o1', 'u2', 'bob')]
        await directory.apply({ put: [org('o1'), org('o2'), oidcIdp('o1', 'i1'), ...users, member], remove: [] }, 1000)
        const first = { userId: 'u1', idpId: 'i1', externalId: 'first' }
        const isOlder = async (externalId: string): Promise<boolean | undefined> =>
          (await userLinks.find('i1', externalId))?.isOlderThanProvider
        const counts = async (): Promise<boolean | undefined> => (await memberships.list('u1'))[0]?.active
        const change = async (at: number, changedProviders?: readonly string[]): Promise<void> =>
          await directory.apply(
            {
              put: [oidcIdp('o1', 'i1', { clientId: `c${at}` })],
              remove: [],
              ...(changedProviders === undefined ? {} : { changedProviders }),
            },
            at,
          )
        await userLinks.add(first, seen, 2000)
        await change(3000)
        assert.equal(await isOlder('first'), undefined)
        await change(4000, ['i1'])
        await userLinks.add({ userId: 'u2', idpId: 'i1', externalId: 'second' }, seen, 5000)
        await change(6000)
        assert.equal(await isOlder('first'), true)
        assert.equal(await isOlder('second'), undefined)
        assert.equal(await counts(), true)
        await together(3, async () => await userLinks.settle(first, 7000))
        assert.equal(await isOlder('first'), undefined)
        assert.equal(await counts(), false)
        assert.equal(await memberships.resume('u1', 0), false)
        await directory.apply({ put: [member], remove: [] }, 8000)
        assert.equal(await isOlder('first'), undefined)
        assert.equal(await counts(), true)
        await change(9000, ['i1'])
        assert.deepEqual([await isOlder('first'), await isOlder('second')], [true, true])
        await userLinks.settle({ ...first, externalId: 'absent' }, 10_000)
        assert.equal(await counts(), true)
      }))

    test(
      'XI-17 a link belongs to the issuer that its provider had, whatever the provider has later',
      withUsers(async ({ directory, userLinks }) => {
        const at = (issuer: string): Resource => oidcIdp('o1', 'i1', { issuer })
        const issuersOf = async (userId: string): Promise<readonly unknown[]> => (await userLinks.list(userId)).map(({ issuer }) => issuer)
        // As an earlier release stored it.
        await userLinks.add({ userId: 'u1', idpId: 'i1', externalId: 'early', externalName: '"issuer": x' }, seen, 2000)
        await directory.apply({ put: [at('https://first.test'), link('o1', 'u2', 'i1', 'of a document')], remove: [] }, 3000)
        assert.deepEqual(await issuersOf('u2'), ['https://first.test'])
        await directory.apply({ put: [at('https://second.test')], remove: [] }, 4000)
        await directory.apply({ put: [at('https://third.test'), link('o1', 'u2', 'i1', 'later')], remove: [] }, 5000)
        assert.deepEqual(await issuersOf('u1'), ['https://i1.test'])
        assert.deepEqual(await issuersOf('u2'), ['https://third.test', 'https://first.test'])
        const early = await userLinks.find('i1', 'early')
        assert.deepEqual([early?.userId, early?.externalName], ['u1', '"issuer": x'])
        const [stored] = await directory.find([{ kind: 'userLink', key: ['u2', 'i1', 'of a document'] }])
        assert.equal(stored?.content['issuer'], 'https://first.test', 'an export has it')
      }),
    )

    test(
      'XI-17 the same id at two issuers is two accounts, which two users may have, and one user has the last one',
      withUsers(async ({ directory, userLinks }) => {
        const first = { userId: 'u1', idpId: 'i1', issuer: 'https://first.test', externalId: 's' }
        const second = { ...first, issuer: 'https://second.test' }
        assert.equal(await userLinks.add(first, seen, 2000), 'added')
        assert.equal(await userLinks.add({ ...first, userId: 'u2' }, seen, 2000), 'taken')
        assert.equal(await userLinks.add({ ...second, userId: 'u2' }, seen, 2000), 'added')
        assert.equal(await userLinks.add(second, seen, 2000), 'taken')
        const holderAt = async (asked: string): Promise<string | undefined> =>
          (await userLinks.find('i1', 's', (issuer) => issuer === asked))?.userId
        assert.deepEqual(
          [await holderAt(first.issuer), await holderAt(second.issuer), await holderAt('https://third.test')],
          ['u1', 'u2', undefined],
        )
        const { issuer: _, ...ofAny } = first
        assert.equal(await userLinks.add({ ...ofAny, userId: 'u3' }, seen, 2000), 'taken', 'without an issuer it is to either')
        await directory.apply({ put: [], remove: [{ kind: 'userLink', key: ['u2', 'i1', 's'] }] }, 2500)
        assert.deepEqual([await holderAt(first.issuer), await holderAt(second.issuer)], ['u1', undefined])
        const added = await together(10, () => userLinks.add(second, seen, 3000))
        assert.deepEqual(added.toSorted(), ['added', ...Array.from({ length: 9 }, () => 'exists')])
        assert.deepEqual(await userLinks.list('u1'), [second])
      }),
    )

    test(
      'XI-17 a document links a user to an id that another user has at another issuer, and to none that another user may have',
      withUsers(async ({ directory, userLinks }) => {
        const at = (userId: string, issuer?: string, sub = 's'): Resource => {
          const made = link('o1', userId, 'i9', sub)
          return issuer === undefined ? made : { ...made, content: { ...made.content, issuer } }
        }
        const put = async (...links: readonly Resource[]): Promise<readonly string[]> => {
          const change = { put: links, remove: [] }
          const predicted = (await directory.findTaken(change)).map(({ reason, resource }) => `${reason} ${resource.key[0]}`)
          if (predicted.length === 0) await directory.apply(change, 2000)
          else await assert.rejects(directory.apply(change, 2000), /identity_taken/)
          return predicted
        }
        assert.deepEqual(await put(at('u1', 'https://first.test')), [])
        assert.deepEqual(await put(at('u2', 'https://first.test')), ['identity_taken u2'])
        assert.deepEqual(await put(at('u3')), ['identity_taken u3'], 'no provider says which issuer is meant')
        assert.deepEqual(await put(at('u2', 'https://second.test')), [])
        assert.deepEqual(await put(at('u1', 'https://second.test')), ['identity_taken u1'])
        assert.deepEqual(await put(at('u3', undefined, 't')), [])
        assert.deepEqual(await put(at('u1', 'https://first.test', 't')), ['identity_taken u1'])
        // The issuer of a stored provider is that of a link without one.
        assert.equal(
          await userLinks.add({ userId: 'u1', idpId: 'i1', issuer: 'https://former.test', externalId: 'x' }, seen, 2000),
          'added',
        )
        assert.deepEqual(await put(link('o1', 'u2', 'i1', 'x')), [])
        const outcomes = await together(20, async (index) => {
          const issuer = `https://${index % 2}.test`
          return await userLinks.add({ userId: `u${(index % 3) + 1}`, idpId: 'i1', issuer, externalId: 'raced' }, seen, 3000)
        })
        assert.ok(outcomes.includes('added'))
        for (const issuer of ['https://0.test', 'https://1.test']) {
          const holders = await Promise.all(
            ['u1', 'u2', 'u3'].map(async (userId) =>
              (await userLinks.list(userId)).filter((each) => each.externalId === 'raced' && each.issuer === issuer),
            ),
          )
          assert.ok(holders.flat().length <= 1, issuer)
        }
      }),
    )

    test(
      'links an account to one stored user, and not to an absent user or a service user',
      withUsers(async ({ userLinks }) => {
        assert.equal(await userLinks.add({ userId: 'u1', idpId: 'i1', externalId: 's' }, seen, 2000), 'added')
        assert.equal(await userLinks.add({ userId: 'u1', idpId: 'i1', externalId: 's' }, seen, 2000), 'exists')
        assert.equal(await userLinks.add({ userId: 'u2', idpId: 'i1', externalId: 's' }, seen, 2000), 'taken')
        for (const userId of ['absent-user', 'm1'])
          assert.equal(await userLinks.add({ userId, idpId: 'i1', externalId: 't' }, seen, 2000), 'session_ended')
        assert.equal(await userLinks.find('i1', 't'), undefined)
      }),
    )

    test('LG-36 no account is linked after what the user proved was ended', () =>
      withStores(open, ['directory', 'passwords', 'userLinks'], async ({ directory, passwords, userLinks }) => {
        await directory.apply({ put: [org('o1'), withPassword('u1')], remove: [] }, 1000)
        const add = async (externalId: string, proof = seen): Promise<string> =>
          await userLinks.add({ userId: 'u1', idpId: 'i1', externalId }, proof, 2000)
        await neverAfterTheEnd({ passwords }, (index) => add(`s${index}`), 'added')
        assert.equal(await add('late'), 'session_ended')
        assert.equal(await add('of-another', { ...seen, createdAt: 999, timesEnded: 1 }), 'session_ended', 'another user has the id')
        assert.equal(await add('current', { ...seen, timesEnded: 1 }), 'added')
      }))

    test(
      'of 50 concurrent calls for one account one adds the link',
      withUsers(async ({ userLinks }) => {
        const outcomes = await together(50, (index) =>
          userLinks.add({ userId: index % 2 === 0 ? 'u1' : 'u2', idpId: 'i1', externalId: 's' }, seen, 2000),
        )
        assert.equal(outcomes.filter((outcome) => outcome === 'added').length, 1)
        const holder = (await userLinks.find('i1', 's'))?.userId
        const lists = await Promise.all(['u1', 'u2'].map(async (userId) => (await userLinks.list(userId)).length))
        assert.deepEqual(lists, holder === 'u1' ? [1, 0] : [0, 1])
      }),
    )

    test(
      'lists the links of a user, and removes one of them once',
      withUsers(async ({ userLinks }) => {
        for (const [idpId, externalId] of [
          ['i2', 'a'],
          ['i1', 'b'],
          ['i1', 'a'],
        ] as const)
          await userLinks.add({ userId: 'u1', idpId, externalId }, seen, 2000)
        const listed = async (): Promise<readonly string[]> =>
          (await userLinks.list('u1')).map(({ idpId, externalId }) => `${idpId} ${externalId}`)
        assert.deepEqual(await listed(), ['i1 a', 'i1 b', 'i2 a'])
        assert.deepEqual(await userLinks.list('u2'), [])
        const others = { password: true, passkey: false }
        assert.equal(await userLinks.removeUnlessLast('u2', 'i1', 'a', others), 'absent')
        const removed = await together(10, () => userLinks.removeUnlessLast('u1', 'i1', 'a', others))
        assert.equal(removed.filter((outcome) => outcome === 'removed').length, 1)
        assert.deepEqual(await listed(), ['i1 b', 'i2 a'])
      }),
    )

    test('AC-03 removes no link that is the last way to sign in', () =>
      withStores(open, ['directory', 'passkeys', 'userLinks'], async ({ directory, passkeys, userLinks }) => {
        const bob = human('o1', 'u2', 'bob', { secrets: { passwordHash: 'hash' } })
        await directory.apply({ put: [org('o1'), human('o1', 'u1', 'ada'), bob], remove: [] }, 1000)
        const [none, all] = [
          { password: false, passkey: false },
          { password: true, passkey: true },
        ]
        for (const externalId of ['a', 'b']) await userLinks.add({ userId: 'u1', idpId: 'i1', externalId }, seen, 2000)
        await userLinks.add({ userId: 'u2', idpId: 'i1', externalId: 'c' }, seen, 2000)
        assert.equal(await userLinks.removeUnlessLast('u2', 'i1', 'a', all), 'absent')
        assert.equal(await userLinks.removeUnlessLast('u2', 'i1', 'c', none), 'last_way_in')
        assert.equal(await userLinks.removeUnlessLast('u2', 'i1', 'c', { ...none, password: true }), 'removed')
        const both = await together(2, (index) => userLinks.removeUnlessLast('u1', 'i1', index === 0 ? 'a' : 'b', all))
        assert.deepEqual(both.toSorted(), ['last_way_in', 'removed'])
        const [left] = await userLinks.list('u1')
        const remove = () => userLinks.removeUnlessLast('u1', 'i1', left?.externalId ?? '', all)
        await passkeys.insert(passkey('key', 'u1', { discoverable: false }), 10, 'any')
        assert.equal(await remove(), 'last_way_in', 'a security key alone does not sign a user in')
        await passkeys.insert(passkey('old', 'u1', { rpId: 'old.example' }), 10, 'any')
        const here = { ...all, rpId: 'id.example' }
        assert.equal(await userLinks.removeUnlessLast('u1', 'i1', left?.externalId ?? '', here), 'last_way_in', 'nor one of another RP ID')
        assert.equal(await passkeys.remove('u1', 'old', { password: false, externalAccount: true }), 'removed')
        for (let round = 0; round < 10; round++) {
          await passkeys.insert(passkey('c1', 'u1'), 10, 'any')
          await userLinks.add({ userId: 'u1', idpId: 'i1', externalId: left?.externalId ?? '' }, seen, 2000)
          const outcomes = await together(2, (index) =>
            index === 0 ? remove() : passkeys.remove('u1', 'c1', { password: false, externalAccount: true }),
          )
          assert.deepEqual(outcomes.toSorted(), ['last_way_in', 'removed'])
        }
      }))

    test(
      'one that its user removed is known until the user adds it again or is removed; a document removes none for good',
      withUsers(async ({ directory, userLinks }) => {
        const names = ['a', 'b', 'c']
        const references = names.map((name) => ({ kind: 'userLink' as const, key: ['u1', 'i1', name] }))
        const removed = async (): Promise<readonly string[]> =>
          (await directory.findRemovedByUsers([...references, { kind: 'userLink', key: ['u2', 'i1', 'a'] }]))
            .map(({ key }) => key.join(' '))
            .toSorted()
        for (const externalId of names) await userLinks.add({ userId: 'u1', idpId: 'i1', externalId }, seen, 2000)
        await userLinks.add({ userId: 'u1', idpId: 'i2', externalId: 'a' }, seen, 2000)
        assert.deepEqual(await removed(), [])
        for (const name of ['a', 'b']) {
          assert.equal(await userLinks.removeUnlessLast('u1', 'i1', name, { password: false, passkey: false }), 'removed')
        }
        await directory.apply({ put: [], remove: [{ kind: 'userLink', key: ['u1', 'i1', 'c'] }] }, 3000)
        assert.deepEqual(await removed(), ['u1 i1 a', 'u1 i1 b'])
        await userLinks.add({ userId: 'u1', idpId: 'i1', externalId: 'a' }, seen, 4000)
        assert.deepEqual(await removed(), ['u1 i1 b'])
        await directory.apply({ put: [], remove: [reference(human('o1', 'u1', 'ada'))] }, 5000)
        assert.deepEqual(await removed(), [])
      }),
    )

    test(
      'a link that was added stands in the directory, and goes with its user or its provider',
      withUsers(async ({ directory, userLinks }) => {
        await userLinks.add({ userId: 'u1', idpId: 'i1', idpName: 'One', externalId: 's', externalName: 'ada' }, seen, 2000)
        await userLinks.add({ userId: 'u2', idpId: 'i2', externalId: 's' }, seen, 2000)
        const [stored] = await directory.list('userLink', 'o1')
        assert.deepEqual(stored?.content, { userId: 'u1', idpId: 'i1', idpName: 'One', providedUserId: 's', providedUserName: 'ada' })
        await directory.apply({ put: [], remove: [reference(oidcIdp('o1', 'i1')), reference(human('o1', 'u2', 'bob'))] }, 3000)
        assert.equal(await userLinks.find('i1', 's'), undefined)
        assert.equal(await userLinks.find('i2', 's'), undefined)
      }),
    )
  })
}
