// What one runtime wrote, another reads: keys, users, applications, and tokens that were issued before.
import { alice } from '@symbolon/testing'
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { beginSignIn, checkTokens, discoverServer, redeemCode } from '../../support/oauth4webapi.ts'
import type { SignedIn } from '../../support/oauth4webapi.ts'
import { createRelyingParties, relyingPartyDocument } from '../../support/relying-parties.ts'
import { freePort, temporaryDirectory } from '../../support/run-command.ts'
import { bun, deno, node } from '../../support/runtimes.ts'
import type { Runtime } from '../../support/runtimes.ts'
import type { TestService } from '../../support/service.ts'
import type { Stage } from '../stage.ts'
import { withService } from '../with-service.ts'

/** Between them every algorithm of tokens, and both forms. */
const parties = (await createRelyingParties()).slice(0, 3)
const predecessors = { Node: deno, Bun: node, Deno: bun } as const

export function takeoverSuite({ runtime, test }: Stage): void {
  describe('a second start', () => {
    test('finds keys, data and tokens that another runtime wrote, and a third start those of the second', async () => {
      await takeOver([predecessors[runtime.name], runtime, runtime])
    })
  })
}

async function takeOver(starts: readonly Runtime[]): Promise<void> {
  const directory = await temporaryDirectory()
  const where = { directory: directory.path, port: await freePort() }
  let keys: unknown
  let issued: readonly SignedIn[] = []
  for (const [count, runtime] of starts.entries()) {
    await withService({ ...where, runtime, ...(count === 0 ? { document: relyingPartyDocument(parties) } : {}) }, async (service) => {
      if (count > 0) {
        assert.doesNotMatch(service.stdout(), /password/)
        assert.deepEqual(await keySet(service), keys)
        await checkAll(service, issued)
      }
      keys = await keySet(service)
      issued = []
      for (const party of parties) issued = [...issued, await signIn(service, party)]
      assert.deepEqual(
        issued.map(({ idToken }) => idToken.sub),
        parties.map(() => alice.id),
      )
      await service.stop()
    })
  }
  await directory.dispose()
}

/** What an earlier start issued, one for each of the parties, is valid at this one. */
async function checkAll(service: TestService, issued: readonly SignedIn[]): Promise<void> {
  const discovered = await discoverServer(service)
  for (const [index, party] of parties.entries()) {
    const earlier = issued[index]
    assert.ok(earlier !== undefined)
    await checkTokens(discovered, party, earlier)
  }
}

async function signIn(service: TestService, party: (typeof parties)[number]): Promise<SignedIn> {
  const discovered = await discoverServer(service)
  return await redeemCode(discovered, party, await beginSignIn(discovered, party, service.newUserAgent()))
}

async function keySet(service: TestService): Promise<unknown> {
  const { server } = await discoverServer(service)
  return await (await service.fetch(server.jwks_uri ?? '')).json()
}
