// `symbolon keys list|rotate|revoke KID`: on the database itself when no server holds it, or through a running server.
import { keysPath, listKeys, readAlgorithm, revokeKey, rotateKeys } from '@symbolon/admin-api'
import type { KeyOperation, KeyReport } from '@symbolon/admin-api'
import { recordAuditEvents } from '@symbolon/core-protocol'
import type { SigningKeyContext } from '@symbolon/core-protocol'
import { keyPolicy } from '@symbolon/server'
import * as v from 'valibot'
import { connect, notOurs } from './at-server.ts'
import type { ServerCall } from './at-server.ts'
import type { Configuration } from './configuration.ts'
import { onDatabase, requireDatabase } from './on-database.ts'
import { StartError } from './start-error.ts'

/** The arguments of `symbolon keys`. */
export type KeysCommand =
  | { readonly action: 'list' }
  | { readonly action: 'rotate'; readonly algorithm?: string | undefined }
  | { readonly action: 'revoke'; readonly kid: string }

const description = v.object({
  kid: v.string(),
  algorithm: v.picklist(['RS256', 'ES256', 'EdDSA']),
  state: v.picklist(['next', 'active', 'superseded', 'retired', 'revoked']),
  createdAt: v.string(),
  activeFrom: v.exactOptional(v.string()),
  publishedUntil: v.exactOptional(v.string()),
  retiredAt: v.exactOptional(v.string()),
  revokedAt: v.exactOptional(v.string()),
})
const reportSchema = v.object({ keys: v.array(description), made: v.array(v.string()), revoked: v.exactOptional(v.string()) })

/** @throws StartError token_missing, server_unreachable, server_refused */
export async function keysAtServer(command: KeysCommand, server: string, configuration: Configuration): Promise<KeyReport> {
  const answer = await connect(server, configuration)(callOf(command))
  const { success, output } = v.safeParse(reportSchema, answer)
  if (!success) throw notOurs(server)
  return output
}

function callOf(command: KeysCommand): ServerCall {
  if (command.action === 'list') return { path: keysPath, method: 'GET' }
  if (command.action === 'rotate') {
    const query = command.algorithm === undefined ? '' : `?algorithm=${command.algorithm}`
    return { path: `${keysPath}/rotate${query}`, method: 'POST', body: '{}' }
  }
  const path = `${keysPath}/${command.action}`
  return { path, method: 'POST', body: JSON.stringify({ kid: command.kid }) }
}

/** @throws StartError, StorageStartError when nothing could be done */
export async function keysHere(command: KeysCommand, configuration: Configuration): Promise<KeyReport> {
  const { keys, lifetimes } = configuration
  requireDatabase(configuration)
  return await onDatabase(configuration, ['auditEvents', 'signingKeys'], async (opened) => {
    const { report, events } = await perform(command, { ...opened, store: opened.stores.signingKeys, policy: keyPolicy(keys, lifetimes) })
    await recordAuditEvents(events, opened)
    return report
  })
}

async function perform(command: KeysCommand, context: SigningKeyContext): Promise<KeyOperation> {
  if (command.action === 'list') return await listKeys(context)
  if (command.action === 'rotate') return await rotateKeys(context, readAlgorithm(command.algorithm))
  const result = await revokeKey(command.kid, context)
  if (result === 'unknown') {
    throw new StartError('key_unknown', `No signing key has the id ${command.kid}. \`symbolon keys list\` shows the keys.`)
  }
  if (result === 'revoked_before') throw new StartError('key_revoked', `The signing key ${command.kid} is already revoked.`)
  return result
}

/** What a person reads on the terminal about signing keys. A table, and what was done. */
export function formatKeys({ keys, made, revoked }: KeyReport): string {
  const rows = [['key', 'algorithm', 'state', ''], ...keys.map((key) => [key.kid, key.algorithm, key.state, remark(key)])]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const table = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return `${[
    ...table,
    '',
    ...(revoked === undefined
      ? []
      : [`Revoked ${revoked}. Its signatures are no longer accepted. Other processes follow within 5 seconds.`]),
    ...made.map((kid) => `Made ${kid}.`),
  ]
    .join('\n')
    .trimEnd()}\n`
}

function remark({ state, activeFrom, publishedUntil, retiredAt, revokedAt }: KeyReport['keys'][number]): string {
  if (state === 'revoked') return `since ${revokedAt ?? ''}`
  if (state === 'retired') return `since ${retiredAt ?? ''}, kept for hints`
  const until = publishedUntil === undefined ? '' : `, published until ${publishedUntil}`
  return activeFrom === undefined ? 'published, no date yet' : `signs from ${activeFrom}${until}`
}
