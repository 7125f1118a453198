// An instance in memory on the real storage, with a clock that stands and randomness that counts.
import { after } from 'node:test'
import { createSealing } from '@symbolon/core-protocol'
import type { DirectoryStore, OpenStorage, ResourceReference, Stores } from '@symbolon/core-protocol'
import { readDocument } from '@symbolon/schema-v2'
import { secretHashing } from '@symbolon/secret-hashing'
import { libsql } from '@symbolon/storage-libsql'
import { applyDocument, systemAuthority } from '../src/index.ts'
import type { ApplyContext, ApplyEntry, ApplyOptions, ApplyReport } from '../src/index.ts'

export const hashing = secretHashing()
export const sealing = await createSealing(new Uint8Array(32).fill(7))

const names = [
  'directory',
  'memberships',
  'userGrants',
  'passwords',
  'users',
  'clients',
  'factorDrafts',
  'oneTimeCodes',
  'userLinks',
] as const

export interface Instance {
  readonly stores: Pick<Stores, (typeof names)[number]>
  readonly context: ApplyContext
  apply(input: unknown, options?: ApplyOptions): Promise<ApplyReport>
  content(reference: ResourceReference): Promise<Readonly<Record<string, unknown>> | undefined>
}

/** Called while a test file is loaded. @returns takes what is closed when the file ends */
export function closedWithFile(): (close: () => Promise<void>) => void {
  const opened: (() => Promise<void>)[] = []
  after(async () => {
    for (const close of opened) await close()
  })
  return (close) => void opened.push(close)
}

/** Called while a test file is loaded. @returns opens an instance, which is closed when the file ends */
export function instances(): (overrides?: Partial<ApplyContext>) => Promise<Instance> {
  const closeAtEnd = closedWithFile()
  return async (overrides = {}) => {
    const storage = await libsql({ url: ':memory:' }).open(names)
    closeAtEnd(storage.close)
    return instanceOn(storage, overrides)
  }
}

function instanceOn({ stores }: OpenStorage, overrides: Partial<ApplyContext>): Instance {
  const { directory, memberships, passwords, users, clients, factorDrafts, oneTimeCodes, userGrants, userLinks } = stores
  if (directory === undefined || memberships === undefined || passwords === undefined || users === undefined) throw new TypeError('stores')
  if (
    clients === undefined ||
    factorDrafts === undefined ||
    oneTimeCodes === undefined ||
    userLinks === undefined ||
    userGrants === undefined
  )
    throw new TypeError('stores')
  let tokens = 0
  const context: ApplyContext = {
    directory,
    authority: systemAuthority,
    hashing,
    sealing,
    now: () => Date.UTC(2026, 0, 2, 3, 4, 5),
    randomToken: () => `random${String((tokens += 1)).padStart(37, '0')}`,
    issuerHost: 'id.example:8080',
    ...overrides,
  }
  return {
    stores: { directory, memberships, passwords, users, clients, factorDrafts, oneTimeCodes, userGrants, userLinks },
    context,
    async apply(input, options) {
      return applyDocument(readDocument(input), context, options)
    },
    async content(reference) {
      return (await directory.find([reference]))[0]?.content
    },
  }
}

/** Rows that are not `same` or as expected for a first run, in one readable line each. */
export function lines({ entries }: ApplyReport, ...actions: readonly ApplyEntry['action'][]): readonly string[] {
  return entries
    .filter(({ action }) => actions.includes(action))
    .map(({ path, member, action, reason }) =>
      [action, member === undefined ? path : `${path}.${member}`, ...(reason === undefined ? [] : [reason])].join(' '),
    )
}

/** Wraps the directory: requests about the organizations that `fails` selects fail. */
export function failingDirectory(directory: DirectoryStore, fails: (orgId: string | undefined) => boolean): DirectoryStore {
  return {
    ...directory,
    async apply(change, now) {
      if (change.put.some(({ orgId }) => fails(orgId))) throw new Error('disk full')
      await directory.apply(change, now)
    },
  }
}
