// `POST /admin/v1/backup`: the whole database of the instance as a file, from one moment. It holds the password hashes and sealed secrets
// of all users, so only service users of owners may have it.
import { checkPartOptions, StorageStartError } from '@symbolon/core-protocol'
import type { AnyEndpoint } from '@symbolon/core-protocol'
import { administrativeEndpoint, callerFacts, requireServiceUser, RestError, streamed } from '@symbolon/rest'

/** The path of `POST /admin/v1/backup`. */
export const backupPath = '/admin/v1/backup'

/** A copy of the database that is being read. */
export interface OpenBackup {
  /** Bytes. */
  readonly size: number
  readonly chunks: AsyncIterable<Uint8Array>
  close(): Promise<void>
}

/** How the host copies its database. */
export interface BackupEndpointOptions {
  /**
   * Copies the database, and looks whether the copy is whole.
   * @param keyId the master key that it must have been made with
   */
  readonly open: (keyId: string) => Promise<OpenBackup>
}

/** `POST /admin/v1/backup`: answers the database as a file. Refuses with backup_failed, storage_full. */
export function backupEndpoint(options: BackupEndpointOptions): AnyEndpoint {
  checkPartOptions('backupEndpoint', options, { open: 'required' })
  const { open } = options
  return administrativeEndpoint({
    name: 'backup',
    path: backupPath,
    method: 'POST',
    access: 'owner',
    freshProof: 'methods',
    stores: [],
    async handle(_request, caller, context) {
      requireServiceUser(caller)
      const who = callerFacts(caller, context)
      await context.audit({ type: 'backup_started', ...who })
      const backup = await open(context.sealing.keyId).catch(refuse)
      const end = async (outcome: 'completed' | 'broken_off'): Promise<void> => {
        await backup.close()
        await context.audit({ type: 'backup_ended', ...who, details: { outcome, bytes: backup.size } })
      }
      return await streamed(backup.chunks, {
        fields: {
          'content-type': 'application/vnd.sqlite3',
          'content-length': String(backup.size),
          'content-disposition': 'attachment; filename="symbolon.db"',
        },
        ended: async () => await end('completed'),
        async brokenOff(error) {
          context.log.warn('backup_broken_off', { reason: error instanceof Error ? error.message : String(error) })
          await end('broken_off')
        },
      })
    },
  })
}

/** Its words are for operators, as owners are. */
function refuse(error: unknown): never {
  if (!(error instanceof StorageStartError)) throw error
  throw new RestError(error.code === 'storage_full' ? 'storage_full' : 'backup_failed', error.message)
}
