// A restore while the service runs: the backup waits next to the database until the provider that serves it is closed, takes its place, and
// is served by a new one. Whatever goes wrong puts the old database back, and has it served on.
import type { ReceivedBackup, RestoreEndpointOptions } from '@symbolon/admin-api'
import { define, StorageStartError } from '@symbolon/core-protocol'
import type { AnyStartTask, AuditEvent } from '@symbolon/core-protocol'
import type { Provider } from '@symbolon/server'
import { receiveDatabase } from '@symbolon/storage-libsql'
import type { ReplacedDatabase, StagedDatabase } from '@symbolon/storage-libsql'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Configuration } from './configuration.ts'
import type { Serving } from './serving.ts'

/** What a restore in a running service needs. */
export interface RestoreServedOptions {
  readonly serving: Serving
  /** Milliseconds that requests under way have to end. */
  readonly drainLimit: number
  /** Composes the service again, as a start does. */
  readonly compose: (task: AnyStartTask) => Promise<Provider>
}

/** @returns undefined unless the database is a file */
export function restoreOf(
  { databaseUrl }: Pick<Configuration, 'databaseUrl'>,
  options: RestoreServedOptions,
): RestoreEndpointOptions['receive'] | undefined {
  if (!databaseUrl.startsWith('file:')) return undefined
  return async (chunks, keyId) => {
    const staged = await receiveDatabase(chunks, { url: databaseUrl }, { keyIds: [keyId] })
    return { size: staged.size, serve: async (how) => await serveStaged(staged, how, options), discard: staged.discard }
  }
}

async function serveStaged(
  staged: StagedDatabase,
  { keep, ended }: Parameters<ReceivedBackup['serve']>[0],
  { serving, drainLimit, compose }: RestoreServedOptions,
): Promise<string | undefined> {
  let outcome: { readonly old: string | undefined } | { readonly error: unknown } | undefined
  await serving.exchange(drainLimit, async () => {
    let replaced: ReplacedDatabase | undefined
    try {
      replaced = await whenFree(() => staged.replace())
      const next = await whenFree(() => compose(noting(ended('completed'))))
      if (!keep) await replaced.forget().catch(() => undefined)
      outcome = { old: keep ? replaced.path : undefined }
      return next
    } catch (error) {
      outcome = { error }
      const { undo } = replaced ?? {}
      if (undo !== undefined) await whenFree(undo)
      return await whenFree(() => compose(noting(ended('failed'))))
    }
  })
  if (outcome !== undefined && 'error' in outcome) throw outcome.error
  return outcome?.old === undefined ? undefined : basename(outcome.old)
}

function noting(event: AuditEvent): AnyStartTask {
  return define({ kind: 'task', name: 'restore', stores: [], run: async (context) => await context.audit(event) })
}

/** Milliseconds in which another command is done, which took the lock between two steps. */
const timeout = 10_000

async function whenFree<T>(work: () => Promise<T>): Promise<T> {
  for (const deadline = performance.now() + timeout; ;) {
    try {
      return await work()
    } catch (error) {
      const locked = error instanceof StorageStartError && error.code === 'storage_locked'
      if (!locked || performance.now() >= deadline) throw error
    }
    await sleep(50)
  }
}
