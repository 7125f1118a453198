// Applies documents as `symbolon apply` does, or as a start with SYMBOLON_APPLY does, and ends itself with SIGKILL at one moment: before or
// after the n-th transaction, the n-th delivery, or the n-th removal of what was delivered. First it repeats the run that was killed at the moment
// before. Prints where it is, and `over` when there is no such moment.
import { createSealing } from '@symbolon/core-protocol'
import type { OpenStorage, Stores } from '@symbolon/core-protocol'
import { readDocument } from '@symbolon/schema-v2'
import type { ReadDocument } from '@symbolon/schema-v2'
import { secretHashing } from '@symbolon/secret-hashing'
import { libsql } from '@symbolon/storage-libsql'
import { postgres } from '@symbolon/storage-postgres'
import { passkeyRulesOf, readConfiguration } from '../../../packages/symbolon/src/configuration.ts'
import { applyAndPrint } from '../../../packages/symbolon/src/apply-command.ts'
import { applyDocuments } from '../../../packages/symbolon/src/bootstrap.ts'
import { killedAt, saysTransactions } from '../../support/killed-at.ts'
import type { Step } from '../../support/killed-at.ts'
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'

export async function openFor(url: string): Promise<OpenStorage> {
  return await (url.startsWith('file:') ? libsql({ url }) : postgres({ url })).open([
    'auditEvents',
    'directory',
    'passkeys',
    'pendingSecrets',
  ])
}

/** An organization with applications and a token whose secrets are generated. */
function documentOf(orgId: string): ReadDocument {
  const projectId = `project-${orgId}`
  return readDocument({
    orgs: [
      {
        orgId,
        org: { name: orgId },
        projects: [{ projectId, project: { name: 'Project' } }],
        apiApps: ['api', 'other'].map((name) => ({ appId: `${name}-${orgId}`, app: { projectId, name } })),
        machineUsers: [{ userId: `robot-${orgId}`, user: { userName: 'robot', name: 'Robot' } }],
        personalAccessTokens: [{ tokenId: `token-${orgId}`, userId: `robot-${orgId}` }],
      },
    ],
  })
}

type Opened = Pick<Stores, 'auditEvents' | 'directory' | 'pendingSecrets'>

/** Says each moment before it, and after it. */
function watched({ auditEvents, directory, pendingSecrets }: Opened, step: Step): Opened {
  return {
    auditEvents,
    directory: saysTransactions(directory, step),
    pendingSecrets: {
      ...pendingSecrets,
      async takeOver(...args) {
        const taken = await pendingSecrets.takeOver(...args)
        await step('after taking over')
        return taken
      },
      async remove(holder, ids) {
        if (ids.length > 0) await step('between delivery and removal')
        await pendingSecrets.remove(holder, ids)
        if (ids.length > 0) await step('after removal')
      },
    },
  }
}

interface Run {
  readonly url: string
  readonly how: string
  /** Where the secrets are delivered. */
  readonly file: string
  /** Which run it is: the clock of each is a minute later, so that the lease of the one before has ended. */
  readonly moment: number
}

/** Applies two documents, and prints what they generate. @param of the number in the names of the organizations */
export async function applyAll(of: number, { stores }: OpenStorage, { url, how, file, moment }: Run, step: Step): Promise<void> {
  const { auditEvents, directory, pendingSecrets } = stores
  if (auditEvents === undefined || directory === undefined || pendingSecrets === undefined) throw new TypeError('stores')
  const context = {
    stores: watched({ auditEvents, directory, pendingSecrets }, step),
    sealing: await createSealing(new Uint8Array(32).fill(7)),
    issuer: 'https://id.example',
    now: () => Date.now() + moment * 60_000,
    randomToken: () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url'),
    audit: async () => await step('before delivery'),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  }
  const means = { hashing: secretHashing(), passkeys: passkeyRulesOf(readConfiguration({})), shared: !url.startsWith('file:') }
  const documents = [documentOf(`north-${of}`), documentOf(`south-${of}`)]
  if (how === 'start') return await applyDocuments({ ...means, documents, secretsFile: file }, context, [])
  for (const document of documents) {
    const print = async (text: string): Promise<void> => {
      await step('before delivery')
      const out = openSync(file, 'a')
      writeSync(out, text)
      fsyncSync(out)
      closeSync(out)
    }
    await applyAndPrint(document, { ...means, dryRun: false, print }, context)
  }
}

if (import.meta.main) {
  const [, , url = '', how = '', file = '', last = ''] = process.argv
  const moment = Number(last)
  const run: Run = { url, how, file, moment }
  const storage = await openFor(url)
  if (moment > 0) await applyAll(moment - 1, storage, run, async () => undefined)
  await killedAt(moment, async (step) => await applyAll(moment, storage, run, step))
  await storage.close()
}
