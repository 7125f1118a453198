// Opaque access tokens: their text, the number of their row, and the rows that are kept in memory.
import { StorageUnavailable } from '@symbolon/core-protocol'
import type { AccessToken } from '@symbolon/core-protocol'
import { libsql } from '@symbolon/storage-libsql'
import { alice, createClock } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { basicHeader, postToken, userinfoOf } from '../../support/code-flow.ts'
import { faultyStorage } from '../../support/faulty-storage.ts'
import { rowOf } from '../../support/opaque-tokens.ts'
import type { TestProvider } from '../../support/provider.ts'
import { temporaryDirectory } from '../../support/run-command.ts'
import { signedIn } from '../../support/signed-in.ts'
import { assertActive, assertInactive, assertRevoked, introspect, revoke } from '../../support/token-endpoints.ts'
import { robotSecret, startWholeProvider, wholeDocument } from '../../support/whole-provider.ts'

async function robotToken(provider: TestProvider): Promise<string> {
  const headers = { authorization: basicHeader('robot', robotSecret) }
  const { body } = await postToken(provider, { grant_type: 'client_credentials', scope: 'openid' }, headers)
  return String(body['access_token'])
}

test('TK-22 a text that has not the form of a token is refused without a lookup', async () => {
  const faulty = faultyStorage()
  const provider = await startWholeProvider({ storage: faulty.storage })
  const token = await robotToken(provider)
  const [number, secret] = [token.slice(12, 23), token.slice(23)]
  for (const method of ['accessTokens.find', 'accessTokens.findByDigest']) faulty.fail(method, new StorageUnavailable('away'))
  const malformed = [
    'symbolon_at_',
    `symbolon_at_${number}`,
    token.slice(0, -1),
    `${token}A`,
    `${token}=`,
    `symbolon_at_${number.toUpperCase()}${secret}A`,
    `symbolon_at_zzzzzzzzzzz${secret}`,
    `symbolon_at_${number.replace(/.$/, 'A')}${secret}`,
    `symbolon_at_${number}${secret.replace(/.$/, '.')}`,
    `symbolon_at_${number}${secret.replace(/^./, '~')}`,
    `symbolon_at_${secret}A`,
    `symbolon_at_${secret.slice(1)}`,
    `symbolon_at_${'0'.repeat(10_000)}`,
  ]
  for (const text of malformed) assert.equal((await userinfoOf(provider, text)).status, 401, text.slice(0, 80))
  // The lookup of a text of the right form fails, so those above were not looked up.
  for (const text of [token, `symbolon_at_00000000000${secret}`, `symbolon_at_${secret}`])
    assert.equal((await userinfoOf(provider, text)).status, 503, text)
  await provider.close()
})

test('TK-22 the number of a token is worth nothing without its secret, and the secret nothing with another number', async () => {
  const provider = await startWholeProvider()
  const [one, other] = [await robotToken(provider), await robotToken(provider)]
  const swapped = one.slice(0, 23) + other.slice(23)
  for (const forged of [swapped, other.slice(0, 23) + one.slice(23), one.slice(0, 23) + 'A'.repeat(43)]) {
    assert.equal((await userinfoOf(provider, forged)).status, 401)
    assertInactive(await introspect(provider, forged))
  }
  for (const token of [one, other]) assert.equal((await userinfoOf(provider, token)).status, 200)
  await provider.close()
})

test('a token whose number is taken is issued with another number, and the token that has the number stays', async () => {
  const provider = await startWholeProvider({ clock: createClock(1_790_000_000_000) })
  const template = await rowOf(provider, await robotToken(provider))
  assert.ok(template !== undefined)
  const { accessTokens, issuance } = provider.storage.stores
  const first = (1_790_000_000_000 - Date.UTC(2020, 0, 1)) * 4096
  // A quarter of all numbers of this millisecond, as if another process had drawn them.
  const taken: AccessToken[] = []
  for (let number = first; number < first + 4096; number += 4) {
    const token = { ...template, number, digest: `taken ${number}` }
    if ((await issuance?.commit({ accessToken: token })) === 'issued') taken.push(token)
  }
  const numbers = new Set(taken.map(({ number }) => number))
  for (let count = 0; count < 60; count += 1) {
    const token = await robotToken(provider)
    const row = await rowOf(provider, token)
    assert.equal((await userinfoOf(provider, token)).status, 200)
    assert.ok(row !== undefined && row.number >= first && row.number < first + 4096 && !numbers.has(row.number))
  }
  for (const token of taken) assert.equal((await accessTokens?.find(token.number))?.digest, token.digest)
  await provider.close()
})

for (const accessTokensInMemory of [50_000, 0]) {
  describe(`with ${accessTokensInMemory} tokens in memory`, () => {
    async function inFile(run: (start: () => Promise<TestProvider>) => Promise<void>): Promise<void> {
      const directory = await temporaryDirectory()
      const url = `file:${join(directory.path, 'tokens.db')}`
      const clock = createClock()
      await run(async () => await startWholeProvider({ storage: libsql({ url, accessTokensInMemory }), clock })).finally(
        async () => await directory.dispose(),
      )
    }

    test('a token that was used a moment ago is refused once it is revoked, expired, or its user or client is deactivated', async () => {
      await inFile(async (start) => {
        const provider = await start()
        const ofAlice = async (): Promise<string> => {
          const token = String((await (await signedIn(provider)).tokens('basic'))['access_token'])
          assertActive(await introspect(provider, token))
          return token
        }
        const document = wholeDocument()
        const [org] = document.orgs ?? []
        assert.ok(org !== undefined)

        const revoked = await ofAlice()
        assertRevoked(await revoke(provider, revoked))
        assertInactive(await introspect(provider, revoked), 'revoked')

        const [ofUser, ofClient] = [await ofAlice(), await ofAlice()]
        const applyAlice = async (state: 'USER_STATE_ACTIVE' | 'USER_STATE_INACTIVE'): Promise<void> => {
          const humanUsers = (org.humanUsers ?? []).map((user) => (user.userId === alice.id ? { ...user, state } : user))
          await provider.apply({ orgs: [{ ...org, humanUsers }] })
        }
        await applyAlice('USER_STATE_INACTIVE')
        assertInactive(await introspect(provider, ofUser), 'the user is deactivated')
        await applyAlice('USER_STATE_ACTIVE')
        assertInactive(await introspect(provider, ofUser), 'the user is active again')

        const oidcApps = (org.oidcApps ?? []).map((app) => (app.clientId === 'basic' ? { ...app, state: 'STATE_INACTIVE' as const } : app))
        await provider.apply({ orgs: [{ ...org, oidcApps }] })
        assertInactive(await introspect(provider, ofClient), 'the app is deactivated')
        await provider.apply(document)

        const expiring = await ofAlice()
        provider.clock.advance(12 * 3600)
        assertInactive(await introspect(provider, expiring), 'expired')
        await provider.close()
      })
    })

    test('a restart keeps what was valid valid, and what was revoked revoked', async () => {
      await inFile(async (start) => {
        const before = await start()
        const [valid, revoked] = [await robotToken(before), (await (await signedIn(before)).tokens('basic'))['access_token']]
        assert.equal((await userinfoOf(before, revoked)).status, 200)
        assertRevoked(await revoke(before, revoked))
        await before.close()
        const after = await start()
        for (const round of ['first', 'second']) {
          assert.equal((await userinfoOf(after, valid)).status, 200, round)
          assert.equal((await userinfoOf(after, revoked)).status, 401, round)
        }
        await after.close()
      })
    })
  })
}
