// A token response takes effect in one transaction: what was presented is redeemed and every token is stored, or nothing has happened.
import { digest, StorageUnavailable } from '@symbolon/core-protocol'
import { generateClientKey, redirectUri } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redeem, userinfoOf } from '../../support/code-flow.ts'
import { databaseFile } from '../../support/database-file.ts'
import { faultyStorage } from '../../support/faulty-storage.ts'
import { clientAssertion, presentAssertion } from '../../support/jws.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { tokenDocument } from '../../support/token-document.ts'
import { isAlive, offline, refreshed, startRefreshing } from '../../support/refreshing.ts'
import { assertError, signedIn } from '../../support/signed-in.ts'

/** The code of a request that asks for a refresh token. */
async function offlineCode(provider: TestProvider): Promise<string> {
  return await (await signedIn(provider)).code({ client_id: 'basic', scope: offline })
}

test('TK-08 a redemption with all its tokens is one commit, and so is a refresh', async () => {
  const file = await databaseFile()
  const provider = await startRefreshing({ storage: file.storage })
  const code = await offlineCode(provider)
  const before = file.commits()
  const { body } = await redeem(provider, code)
  assert.equal(file.commits() - before, 1)
  const next = await refreshed(provider, body['refresh_token'])
  assert.equal(file.commits() - before, 2)
  for (const each of [body, next]) assert.ok(await isAlive(provider, each['access_token']))
  await provider.close()
  file.dispose()
})

test('TK-08 the assertion that authenticates the client is used up in the same commit', async () => {
  const file = await databaseFile()
  const key = await generateClientKey('key-1', 'ES256')
  const provider = await startTestProvider({ document: tokenDocument([key]), storage: file.storage })
  const code = await (await signedIn(provider)).code({ client_id: 'key' })
  const before = file.commits()
  assert.equal((await presentAssertion(provider, await clientAssertion(provider, key), { code })).status, 200)
  assert.equal(file.commits() - before, 1)
  await provider.close()
  file.dispose()
})

test('TK-08 redemptions at the same time share commits', async () => {
  const file = await databaseFile()
  const provider = await startRefreshing({ storage: file.storage })
  const alice = await signedIn(provider)
  const codes: string[] = []
  for (let count = 0; count < 20; count++) codes.push(await alice.code({ client_id: 'basic', scope: offline }))
  const before = file.commits()
  const answers = await Promise.all(codes.map(async (code) => await redeem(provider, code)))
  assert.ok(answers.every(({ status }) => status === 200))
  assert.ok(file.commits() - before <= 10, `${file.commits() - before} commits for 20 redemptions`)
  await provider.close()
  file.dispose()
})

for (const call of ['issuance.commit', 'users.findActive', 'authorizationCodes.find']) {
  test(`TK-08 when ${call} fails because the database is away, the code is not used up, and nothing is stored`, async () => {
    const { storage, fail, repair } = faultyStorage()
    const provider = await startRefreshing({ storage })
    const code = await offlineCode(provider)
    fail(call, new StorageUnavailable('gone'))
    const { status, headers, body } = await redeem(provider, code)
    assert.equal(status, 503)
    assert.ok(headers.has('retry-after'))
    assert.equal(body['error'], 'server_error')
    repair()
    const again = await redeem(provider, code)
    assert.equal(again.status, 200, JSON.stringify(again.body))
    assert.ok(await isAlive(provider, again.body['access_token']))
    await provider.close()
  })
}

test('TK-08 when the answer of a redemption is lost, the code is used up, and its reuse ends the tokens', async () => {
  const { storage, failAfterwards, repair } = faultyStorage()
  const provider = await startRefreshing({ storage })
  const code = await offlineCode(provider)
  failAfterwards('issuance.commit', new StorageUnavailable('gone'))
  assert.equal((await redeem(provider, code)).status, 503)
  repair()
  assertError(await redeem(provider, code), 400, 'invalid_grant')
  assert.ok(provider.logged.some(({ event }) => event === 'authorization_code_reused'))
  await provider.close()
})

test('TK-10 a code for which no tokens may be issued is used up', async () => {
  const provider = await startRefreshing()
  const now = provider.clock.now()
  // As if the user had moved to another organization since the code was issued.
  await provider.storage.stores.authorizationCodes?.insert({
    digest: digest('moved'),
    authorizationId: 'moved',
    clientId: 'basic',
    redirectUri,
    userId: 'alice',
    sessionId: 'none',
    scope: ['openid', 'urn:symbolon:iam:org:id:elsewhere'],
    authenticatedAt: now,
    amr: ['pwd'],
    acr: '1',
    issuedAt: now,
    expiresAt: now + 60_000,
    rememberedUntil: now + 600_000,
  })
  const refusals = [await redeem(provider, 'moved'), await redeem(provider, 'moved')]
  for (const refusal of refusals) assertError(refusal, 400, 'invalid_grant')
  assert.match(String(refusals[0]?.body['error_description']), /organization/)
  assert.match(String(refusals[1]?.body['error_description']), /used before/)
  await provider.close()
})

test('TK-10 of a wrong and a right redemption at once at most one succeeds, and its tokens end', async () => {
  const provider = await startRefreshing()
  const alice = await signedIn(provider)
  for (let round = 0; round < 5; round++) {
    const code = await alice.code({ client_id: 'basic', scope: offline })
    const [right, wrong] = await Promise.all([
      redeem(provider, code),
      redeem(provider, code, { redirect_uri: 'https://app.example/other' }),
    ])
    assertError(wrong, 400, 'invalid_grant')
    if (right.status === 200) assert.equal((await userinfoOf(provider, right.body['access_token'])).status, 401)
    else assertError(right, 400, 'invalid_grant')
  }
  await provider.close()
})
