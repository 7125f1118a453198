// Instances that end in the middle of their work, start again, and meet the tables of later releases.
import { clientSecret } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorizationUrl, authorize, basicHeader, codeOf, redeem, userinfoOf } from '../support/code-flow.ts'
import type { TokenAnswer } from '../support/code-flow.ts'
import type { Instances } from '../support/instances.ts'

const headers = { authorization: basicHeader('refreshing', clientSecret) }

export function endedAndUpgradedTests(get: () => Instances, run: (statements: string) => Promise<void>): void {
  test('an instance that is killed while codes are redeemed loses nothing that was issued, and no code is redeemed twice', async () => {
    const instances = get()
    const userAgent = instances.newUserAgent()
    const request = { scope: 'openid offline_access', client_id: 'refreshing' }
    codeOf(await authorize(instances, request, userAgent))
    const codes: string[] = []
    while (codes.length < 24) codes.push(codeOf(await userAgent.get(authorizationUrl(instances, request))))
    const killed = instances.services[1]
    const answers = await Promise.all(
      codes.map(async (code, index) => {
        if (index === 12) killed?.kill('SIGKILL')
        return await redeem(instances, code, {}, headers)
      }),
    )
    await killed?.ended
    // A client without a response repeats the request: the code is redeemed now, or was redeemed before the end.
    const again = await Promise.all(
      codes.map(async (code, index) => (answers[index]?.status === 502 ? await redeem(instances, code, {}, headers) : undefined)),
    )
    for (const answer of again) assert.ok(answer === undefined || answer.status === 200 || answer.body['error'] === 'invalid_grant')
    const issued = [...answers, ...again].filter((answer): answer is TokenAnswer => answer?.status === 200)
    assert.ok(issued.length >= codes.length / 2, `${issued.length} codes were redeemed`)
    for (const { body } of issued) assert.equal((await userinfoOf(instances, body['access_token'])).status, 200)
    assert.equal(new Set(issued.map(({ body }) => body['access_token'])).size, issued.length)
    for (const code of codes) assert.equal((await redeem(instances, code, {}, headers)).body['error'], 'invalid_grant')
    await instances.restart(1)
    assert.equal(
      (await redeem(instances.at(1), codeOf(await userAgent.get(authorizationUrl(instances.at(1), request))), {}, headers)).status,
      200,
    )
  })

  test('all go on while a later release expands the tables, and one of them starts again', async () => {
    const instances = get()
    const everywhere = async (): Promise<void> => {
      for (const index of instances.services.keys())
        assert.equal((await redeem(instances, codeOf(await authorize(instances.at(index))))).status, 200)
    }
    const underWay = everywhere()
    await run(`begin;
      create table colours (user_id text primary key references users (user_id) on delete cascade, colour text not null);
      alter table users add column colour text;
      alter table sessions add column colour text not null default 'blue';
      insert into migrations_of_resources values ('900-colours', now());
      insert into migrations_of_sessions values ('900-colours', now());
      commit`)
    await underWay
    await everywhere()
    await instances.services[0]?.stop()
    await instances.restart(0)
    await everywhere()
  })

  test('after a contraction by a later release the running ones go on, and a start is refused with what to do', async () => {
    const instances = get()
    await run("insert into migrations_of_sessions values ('902-without-shade.needs-901', now())")
    assert.equal((await redeem(instances, codeOf(await authorize(instances)))).status, 200)
    await instances.services[2]?.stop()
    await assert.rejects(
      instances.restart(2),
      /A later release has changed the tables of sessions so that this one cannot use them\. Start that release, or restore a backup/,
    )
    // The release that knows migration 901 takes the contraction back.
    await run("delete from migrations_of_sessions where name like '90%'; alter table sessions drop column colour")
    await instances.restart(2)
    assert.equal((await redeem(instances.at(2), codeOf(await authorize(instances.at(2))))).status, 200)
  })
}
