// A process that is killed at any moment keeps every acknowledged write. This test shows that nothing is acknowledged before its commit.
// The settings of the writer and the counted syncs show that a commit is on disk.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { IssuanceOutcome, IssuanceStore } from '@symbolon/core-protocol'
import { libsql } from '../src/index.ts'
import { startProgram } from './program.ts'
import { firstOf, redemption, rotation, successorsOf, token } from './records.ts'
import { temporaryPath, throughAnotherConnection } from './temporary-file.ts'
import { longTier, withSeed } from './tier.ts'

const kills = longTier ? 200 : 4

test(
  `RL-01 after ${kills} kills under load no acknowledged write is missing, and no code or refresh token was used twice`,
  {
    timeout: 600_000,
  },
  () =>
    withSeed(async (random) => {
      const path = temporaryPath()
      const url = `file:${path}`
      let acknowledged = 0
      for (let run = 0; run < kills; run += 1) {
        const server = startProgram('serve-load', [url, String(run)])
        assert.equal(await server.line(), 'ready', `run ${run}`)
        // The moment is counted in writes first: a slow disk acknowledges few of them in a fixed time.
        const writes = 11 + Math.floor(random() * 100)
        for (let seen = 0; seen < writes; seen += 1) await server.line()
        await sleep(random() * 20)
        server.kill('SIGKILL')
        await server.ended
        const named = (word: string): readonly string[] =>
          server.lines.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []))
        await assertComplete(url, named, `run ${run}`)
        acknowledged += server.lines.length - 1
      }
      assert.ok(acknowledged > kills * 10, `only ${acknowledged} writes were acknowledged`)
      const check = await throughAnotherConnection(path, async (client) => (await client.execute('pragma integrity_check')).rows)
      assert.equal(check[0]?.[0], 'ok')
    }),
)

async function assertComplete(url: string, named: (word: string) => readonly string[], run: string): Promise<void> {
  const storage = await libsql({ url }).open(['accessTokens', 'authorizationCodes', 'issuance', 'refreshTokens', 'revocations', 'sessions'])
  const { accessTokens, authorizationCodes, issuance, refreshTokens, revocations, sessions } = storage.stores
  for (const name of named('token')) assert.equal((await accessTokens?.find(token(name).number))?.digest, name, `${run}: token ${name}`)
  for (const name of named('revoked')) assert.equal(await revocations?.includesAny([name]), true, `${run}: revocation ${name}`)
  for (const name of named('session')) {
    const found = (await sessions?.list(`${name}-cookie`, 2))?.map(({ id }) => id)
    assert.deepEqual(found, [name], `${run}: session ${name}`)
  }
  assert.deepEqual(named('reused').concat(named('invalid')), [], run)
  const issued = new Set(named('issued'))
  assert.equal(issued.size, named('issued').length, `${run}: a code was redeemed twice`)
  for (const name of named('code')) {
    // If the process is killed between the commit and its acknowledgement, a code may be redeemed or not, and never without its tokens.
    const redeemed = (await authorizationCodes?.find(redemption(name)))?.redeemed
    assert.ok(redeemed === true || !issued.has(name), `${run}: code ${name}`)
    assert.equal((await accessTokens?.find(token(`of ${name}`).number)) !== undefined, redeemed, `${run}: access token of ${name}`)
    assert.equal((await refreshTokens?.find(`of ${name}`, 2)) !== undefined, redeemed, `${run}: refresh token of ${name}`)
    const outcomes = [await issuance?.commit({ redeems: redemption(name) }), await issuance?.commit({ redeems: redemption(name) })]
    assert.deepEqual(outcomes, [redeemed === true ? 'reused' : 'issued', 'reused'], `${run}: code ${name}`)
  }
  assert.deepEqual(named('forked'), [], run)
  for (const name of named('family')) if (issuance !== undefined) await assertLine(issuance, name, named('rotated'), run)
  await storage.close()
}

/** Rotations are kept, and after the last acknowledged rotation one token is valid. */
async function assertLine(issuance: IssuanceStore, name: string, rotated: readonly string[], run: string): Promise<void> {
  const acknowledged = rotated.filter((digest) => digest.startsWith(`${name}/`))
  const last = acknowledged.at(-1) ?? firstOf(name)
  const use = (digest: string): Promise<IssuanceOutcome> =>
    issuance.commit({ redeems: rotation(name, digest, `${digest}, and after the kill`) })
  const before = [firstOf(name), ...acknowledged.flatMap((_, index) => successorsOf(name, index + 1))].filter((digest) => digest !== last)
  for (const digest of before) assert.match(await use(digest), /^(repeated|reused)$/, `${run}: ${digest} was live after ${last}`)
  const ofLast = await use(last)
  assert.match(ofLast, /^(issued|repeated)$/, `${run}: ${last} is lost`)
  // If the process is killed between the commit and its acknowledgement, one of the two successors of the next step may be valid, and never
  // both.
  const successors: IssuanceOutcome[] = []
  for (const digest of successorsOf(name, acknowledged.length + 1)) successors.push(await use(digest))
  const live = [ofLast, ...successors].filter((outcome) => outcome === 'issued')
  assert.equal(live.length, 1, `${run}: after ${last}, ${live.length} tokens of ${name} are live`)
}
