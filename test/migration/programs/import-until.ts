// Imports a document and ends itself with SIGKILL at one moment: before or after the n-th transaction or the n-th part of the report. First
// it completes the import of the moment before. Prints where it is, and `over` when there is no such moment.
import { createSealing, digest } from '@symbolon/core-protocol'
import type { OpenStorage, Stores } from '@symbolon/core-protocol'
import { systemAuthority } from '@symbolon/provisioning'
import { secretHashing } from '@symbolon/secret-hashing'
import { libsql } from '@symbolon/storage-libsql'
import { postgres } from '@symbolon/storage-postgres'
import { beginImport, bytesSource } from '@symbolon/transfer'
import { killedAt, saysTransactions } from '../../support/killed-at.ts'
import type { Step } from '../../support/killed-at.ts'

export const sealing = await createSealing(new Uint8Array(32).fill(7))

export async function openFor(url: string): Promise<OpenStorage> {
  return await (url.startsWith('file:') ? libsql({ url }) : postgres({ url })).open(['directory', 'importJobs'])
}

/** An organization with applications and tokens whose secrets the import makes; the applications come before their project. */
function documentOf(moment: number): object {
  const orgId = `north-${moment}`
  const org = {
    orgId,
    org: { name: orgId },
    apiApps: ['api', 'other'].map((name) => ({ appId: `${name}-${orgId}`, app: { projectId: `project-${orgId}`, name } })),
    projects: [{ projectId: `project-${orgId}`, project: { name: 'Project' } }],
    oidcApps: [
      {
        appId: `web-${orgId}`,
        app: { projectId: `project-${orgId}`, name: 'web', redirectUris: ['https://app.example/cb'] },
      },
    ],
    machineUsers: [{ userId: `robot-${orgId}`, user: { userName: 'robot', name: 'Robot' } }],
    personalAccessTokens: [{ tokenId: `token-${orgId}`, userId: `robot-${orgId}` }],
  }
  return { orgs: [org] }
}

/** Says each moment before it, and after it. */
function watched({ directory, importJobs }: Pick<Stores, 'directory' | 'importJobs'>, step: Step): typeof stores {
  const stores = {
    directory: saysTransactions(directory, step),
    importJobs: {
      ...importJobs,
      async append(...args: Parameters<typeof importJobs.append>) {
        await step('before a part of the report')
        await importJobs.append(...args)
        await step('after a part of the report')
      },
    },
  }
  return stores
}

async function importOf(moment: number, { stores: { directory, importJobs } }: OpenStorage, step: Step): Promise<void> {
  if (directory === undefined || importJobs === undefined) throw new TypeError('stores')
  const bytes = new TextEncoder().encode(JSON.stringify(documentOf(moment)))
  const beginning = await beginImport(
    {
      id: `job-${moment}`,
      source: bytesSource(bytes, 'test', digest(new TextDecoder().decode(bytes))),
      format: 'v2',
      options: { dryRun: false, update: false, withCredentials: true },
      timeout: 60_000,
      actorId: '',
      orgId: '',
      authority: systemAuthority,
      alone: true,
    },
    {
      stores: watched({ directory, importJobs }, step),
      sealing,
      hashing: secretHashing(),
      issuer: 'https://id.example',
      now: Date.now,
      randomToken: () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url'),
      audit: async () => undefined,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    },
  )
  if (beginning.outcome !== 'begun') throw new Error(beginning.outcome)
  const { state } = await beginning.ended
  if (state !== 'completed') throw new Error(state)
}

if (import.meta.main) {
  const [, , url = '', last = ''] = process.argv
  const moment = Number(last)
  const storage = await openFor(url)
  if (moment > 0) await importOf(moment - 1, storage, async () => undefined)
  await killedAt(moment, async (step) => await importOf(moment, storage, step))
  await storage.close()
}
