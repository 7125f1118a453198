// What one runtime wrote, another reads: keys, users, applications, and tokens that were issued before.
import { alice } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginSignIn, checkTokens, discoverServer, redeemCode } from '../../support/oauth4webapi.ts'
import type { SignedIn } from '../../support/oauth4webapi.ts'
import { createRelyingParties, relyingPartyDocument } from '../../support/relying-parties.ts'
import { freePort, temporaryDirectory } from '../../support/run-command.ts'
import { bun, deno, node } from '../../support/runtimes.ts'
import type { Runtime } from '../../support/runtimes.ts'
import type { TestService } from '../../support/service.ts'
import { withService } from '../with-service.ts'

/** Between them every algorithm of tokens, and both forms. */
const parties = (await createRelyingParties()).slice(0, 3)

export function takeoverSuite(): void {
  test('Bun, Deno and Node each find the keys, data and tokens that the runtimes before them wrote', async () => {
    await takeOver([node, bun, deno, node])
  })
}

interface Issued {
  readonly party: (typeof parties)[number]
  readonly signedIn: SignedIn
}

/** @param settings of every start */
export async function takeOver(starts: readonly Runtime[], settings: Readonly<Record<string, string>> = {}): Promise<void> {
  const directory = await temporaryDirectory()
  const where = { directory: directory.path, port: await freePort() }
  let keys: unknown
  const issued: Issued[] = []
  for (const [count, runtime] of starts.entries()) {
    await withService(
      { ...where, settings, runtime, ...(count === 0 ? { document: relyingPartyDocument(parties) } : {}) },
      async (service) => {
        if (count > 0) {
          assert.doesNotMatch(service.stdout(), /password/)
          assert.deepEqual(await keySet(service), keys)
          await checkAll(service, issued)
        }
        keys = await keySet(service)
        for (const party of parties) issued.push({ party, signedIn: await signIn(service, party) })
        assert.ok(issued.every(({ signedIn }) => signedIn.idToken.sub === alice.id))
        await service.stop()
      },
    )
  }
  await directory.dispose()
}

/** What earlier starts issued is valid at this one. */
async function checkAll(service: TestService, issued: readonly Issued[]): Promise<void> {
  const discovered = await discoverServer(service)
  for (const { party, signedIn } of issued) await checkTokens(discovered, party, signedIn)
}

async function signIn(service: TestService, party: (typeof parties)[number]): Promise<SignedIn> {
  const discovered = await discoverServer(service)
  return await redeemCode(discovered, party, await beginSignIn(discovered, party, service.newUserAgent()))
}

async function keySet(service: TestService): Promise<unknown> {
  const { server } = await discoverServer(service)
  return await (await service.fetch(server.jwks_uri ?? '')).json()
}
