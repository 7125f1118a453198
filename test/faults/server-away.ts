// The database server as a whole is slow, silent, away, restarted, or full.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PostgresServer } from '../../packages/storage-postgres/test/postgres-server.ts'
import { basicHeader, userinfoOf } from '../support/code-flow.ts'
import type { TokenAnswer } from '../support/code-flow.ts'
import { refresh } from '../support/refreshing.ts'
import { requestByCredentials, robotSecret } from '../support/service-users.ts'
import { signedIn } from '../support/signed-in.ts'
import { assertUnavailable } from './service.ts'
import type { Service } from './service.ts'

export function serverAwayTests(get: () => Service, server: PostgresServer): void {
  const ask = async (): Promise<TokenAnswer> =>
    await requestByCredentials(get().provider, {}, { authorization: basicHeader('worker', robotSecret) })

  test('RL-10 slow answers are waited for, and an answer that takes longer than the limit is a 503', async () => {
    const { proxy, provider } = get()
    proxy.slow(20)
    const { status, body } = await ask()
    assert.equal(status, 200)
    proxy.slow(0)
    proxy.silence(true)
    const answers = await Promise.all([ask(), ask(), ask()])
    for (const answer of answers) assertUnavailable(answer, 'silent')
    proxy.silence(false)
    // None of the connections that did not answer is used again.
    assert.equal((await userinfoOf(provider, body['access_token'])).status, 200)
    assert.equal((await ask()).status, 200)
  })

  test('RL-11 while there is no connection every request is a 503; the first one afterwards succeeds', async () => {
    const { proxy } = get()
    proxy.refuse(true)
    const answers = await Promise.all(Array.from({ length: 30 }, ask))
    for (const answer of answers) assertUnavailable(answer, 'refused')
    proxy.refuse(false)
    assert.equal((await ask()).status, 200)
  })

  for (const how of ['fast', 'immediate'] as const) {
    test(`RL-11 a server that is restarted (${how}) costs the requests of that time; the first one afterwards succeeds, and nothing that was acknowledged is lost`, async () => {
      const { provider } = get()
      const user = await signedIn(provider)
      const { refresh_token: token } = await user.tokens('basic', { scope: 'openid offline_access' })
      const before = await Promise.all(Array.from({ length: 20 }, ask))
      const start = await server.stop(how)
      const meanwhile = await Promise.all([ask(), refresh(provider, token), ask()])
      for (const answer of meanwhile) assertUnavailable(answer, 'stopped')
      await start()
      const refreshed = await refresh(provider, token)
      assert.equal(refreshed.status, 200, JSON.stringify(refreshed.body))
      for (const { body } of [...before, refreshed]) assert.equal((await userinfoOf(provider, body['access_token'])).status, 200)
    })
  }

  test('on a full disk what must be written is a 503, what is read goes on, and freed space is used at once', async () => {
    const { provider, run } = get()
    const user = await signedIn(provider)
    const { access_token: accessToken, refresh_token: token } = await user.tokens('basic', { scope: 'openid offline_access' })
    await run(`create function full_disk() returns trigger language plpgsql as $$ begin
        raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger full_disk before insert on opaque_access_tokens execute function full_disk()`)
    for (const answer of [await ask(), await refresh(provider, token)]) assertUnavailable(answer, 'full')
    assert.equal((await userinfoOf(provider, accessToken)).status, 200)
    await run('drop trigger full_disk on opaque_access_tokens')
    assert.equal((await ask()).status, 200)
    // The rotation was rolled back with the access token that could not be stored.
    provider.clock.advance(60)
    assert.equal((await refresh(provider, token)).status, 200)
  })
}
