// A process that is killed at any moment keeps every acknowledged write. This test shows that nothing is acknowledged before its commit.
// The settings of the writer and the counted syncs show that a commit is on disk.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RefreshTokenStore, RotationOutcome } from '@symbolon/core-protocol'
import { libsql } from '../src/index.ts'
import { startProgram } from './program.ts'
import { firstOf, rotation, successorsOf, token } from './records.ts'
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
        await sleep(10 + random() * 200)
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
  const storage = await libsql({ url }).open(['accessTokens', 'authorizationCodes', 'refreshTokens', 'revocations', 'sessions'])
  const { accessTokens, authorizationCodes, refreshTokens, revocations, sessions } = storage.stores
  for (const name of named('token')) assert.equal((await accessTokens?.find(token(name).number))?.digest, name, `${run}: token ${name}`)
  for (const name of named('revoked')) assert.equal(await revocations?.includesAny([name]), true, `${run}: revocation ${name}`)
  for (const name of named('session')) {
    const found = (await sessions?.list(`${name}-cookie`, 2))?.map(({ id }) => id)
    assert.deepEqual(found, [name], `${run}: session ${name}`)
  }
  assert.deepEqual(named('reused').concat(named('invalid')), [], run)
  const consumed = new Set(named('consumed'))
  assert.equal(consumed.size, named('consumed').length, `${run}: a code was redeemed twice`)
  for (const name of named('code')) {
    const outcome = (await authorizationCodes?.consume(name, 'c', 2))?.outcome
    // If the process is killed between the commit and its acknowledgement, there may be one redemption or none, and never two.
    assert.ok(outcome === 'reused' || (outcome === 'consumed' && !consumed.has(name)), `${run}: code ${name} is ${outcome}`)
    if (outcome === 'consumed') {
      assert.equal((await authorizationCodes?.consume(name, 'c', 2))?.outcome, 'reused', `${run}: code ${name}`)
    }
  }
  assert.deepEqual(named('forked'), [], run)
  for (const name of named('family')) if (refreshTokens !== undefined) await assertLine(refreshTokens, name, named('rotated'), run)
  await storage.close()
}

/** Rotations are kept, and after the last acknowledged rotation one token is valid. */
async function assertLine(refreshTokens: RefreshTokenStore, name: string, rotated: readonly string[], run: string): Promise<void> {
  const acknowledged = rotated.filter((digest) => digest.startsWith(`${name}/`))
  const last = acknowledged.at(-1) ?? firstOf(name)
  const use = (digest: string): Promise<RotationOutcome> => refreshTokens.rotate(rotation(name, digest, `${digest}, and after the kill`))
  const before = [firstOf(name), ...acknowledged.flatMap((_, index) => successorsOf(name, index + 1))].filter((digest) => digest !== last)
  for (const digest of before) assert.match(await use(digest), /^(repeated|reused)$/, `${run}: ${digest} was live after ${last}`)
  const ofLast = await use(last)
  assert.match(ofLast, /^(rotated|repeated)$/, `${run}: ${last} is lost`)
  // If the process is killed between the commit and its acknowledgement, one of the two successors of the next step may be valid, and never
  // both.
  const successors: RotationOutcome[] = []
  for (const digest of successorsOf(name, acknowledged.length + 1)) successors.push(await use(digest))
  const live = [ofLast, ...successors].filter((outcome) => outcome === 'rotated')
  assert.equal(live.length, 1, `${run}: after ${last}, ${live.length} tokens of ${name} are live`)
}
