// `POST /admin/v1/restore`: receives a backup, which the instance serves from then on. A backup decides about every user, so only service
// users of owners may restore one. The audit trail of the replaced database says who began; that of the new one says how it ended.
import { json, StorageStartError } from '@symbolon/core-protocol'
import type { AnyEndpoint, AuditEvent, HttpRequest } from '@symbolon/core-protocol'
import { administrativeEndpoint, callerFacts, requireServiceUser, RestError } from '@symbolon/rest'

/** The path of `POST /admin/v1/restore`. */
export const restorePath = '/admin/v1/restore'

/** How a restore ended. */
export type RestoreOutcome = 'completed' | 'failed'

/** A backup that was received and checked. */
export interface ReceivedBackup {
  /** Bytes. */
  readonly size: number
  /**
   * Waits for other requests to end, replaces the database by the backup, and serves it. If that fails, the previous database is served again.
   * @param ended makes the event for the audit trail of the database that is served afterwards
   * @returns the name of the database that was replaced; undefined where it was not to be kept
   */
  serve(options: { readonly keep: boolean; readonly ended: (outcome: RestoreOutcome) => AuditEvent }): Promise<string | undefined>
  /** Removes it, unless it is served. */
  discard(): Promise<void>
}

/** How the host receives a backup and serves it. */
export interface RestoreEndpointOptions {
  /**
   * Receives a backup, and checks that it is complete.
   * @param keyId the master key that it must have been made with
   * @throws StorageStartError
   */
  readonly receive: (chunks: AsyncIterable<Uint8Array>, keyId: string) => Promise<ReceivedBackup>
}

/** `POST /admin/v1/restore`. Refuses with restore_refused, restore_running, restore_failed, storage_full. */
export function restoreEndpoint({ receive }: RestoreEndpointOptions): AnyEndpoint {
  let running = false
  return administrativeEndpoint({
    name: 'restore',
    path: restorePath,
    method: 'POST',
    access: 'owner',
    freshProof: 'methods',
    stores: [],
    async handle(request, caller, context) {
      requireServiceUser(caller)
      const { keep, body } = readRestore(request)
      if (running) throw new RestError('restore_running', 'Another restore is running. Wait for its end.')
      running = true
      const who = callerFacts(caller, context)
      try {
        await context.audit({ type: 'restore_started', ...who })
        const backup = await receive(chunksOf(body), context.sealing.keyId).catch(async (error: unknown) => {
          await context.audit({ type: 'restore_ended', ...who, details: { outcome: 'refused' } })
          throw refusalOf(error)
        })
        try {
          const ended = (outcome: RestoreOutcome): AuditEvent => ({
            type: 'restore_ended',
            ...who,
            details: { outcome, bytes: backup.size },
          })
          const kept = await backup.serve({ keep, ended })
          return json(200, { bytes: backup.size, ...(kept === undefined ? {} : { kept }) })
        } catch (error) {
          context.log.error('restore_failed', { reason: error instanceof Error ? error.message : String(error) })
          throw new RestError(
            'restore_failed',
            `The backup could not replace the database. The server continues with the previous database.${error instanceof StorageStartError ? ` ${error.message}` : ' See the log.'}`,
          )
        } finally {
          await backup.discard()
        }
      } finally {
        running = false
      }
    },
  })
}

/** @throws RestError content_type, content_encoding, query_malformed, body_malformed */
function readRestore(request: HttpRequest): { readonly keep: boolean; readonly body: ReadableStream<Uint8Array> } {
  if (!/^application\/(?:vnd\.sqlite3|octet-stream)$/i.test(request.header('content-type') ?? '')) {
    throw new RestError('content_type', 'The content type must be application/vnd.sqlite3.')
  }
  if ((request.header('content-encoding') ?? 'identity').toLowerCase() !== 'identity') {
    throw new RestError('content_encoding', 'The body must not be compressed.')
  }
  const searchParams = new URLSearchParams(request.query)
  const keep = searchParams.get('keep') ?? 'true'
  if ([...searchParams.keys()].some((name) => name !== 'keep') || (keep !== 'true' && keep !== 'false')) {
    throw new RestError('query_malformed', 'The query holds an unknown parameter or value. Only keep=true and keep=false are allowed.')
  }
  const body = request.body.stream()
  if (body === null) throw new RestError('body_malformed', 'The request has no body. Send a backup as the body.')
  return { keep: keep === 'true', body }
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new RestError('body_malformed', 'The connection broke before the end of the body. Send the backup again.')
      })
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** The message of a StorageStartError is written for operators. Only owners reach this endpoint, so they may read it. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof StorageStartError)) return error
  const failed = error.code === 'storage_unwritable' || error.code === 'storage_locked'
  return new RestError(error.code === 'storage_full' ? 'storage_full' : failed ? 'restore_failed' : 'restore_refused', error.message)
}
