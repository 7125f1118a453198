// `symbolon export [FILE]`: organizations as a document, from the database itself if no server holds it, or from a running server. The file
// gets its name when it is complete, and only its owner may read it.
import { progressLine } from '@symbolon/command-line'
import { recordAuditEvents } from '@symbolon/core-protocol'
import { managementPath } from '@symbolon/management-api'
import { exportFacts, ledgerFacts, openExport, UnknownOrganizationError } from '@symbolon/transfer'
import type { ExportSelection } from '@symbolon/transfer'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sendTo } from './at-server.ts'
import type { Configuration } from './configuration.ts'
import { ledgerLines } from './import-report.ts'
import { onDatabase, requireDatabase } from './on-database.ts'
import { checkOutputFile, writeOutputFile } from './output-file.ts'
import { StartError } from './start-error.ts'

/** The arguments of `symbolon export`. */
export interface ExportCommand {
  /** Standard output unless given. */
  readonly file: string | undefined
  /** Whether an existing file is replaced. */
  readonly force: boolean
  readonly selection: ExportSelection
  readonly server: string | undefined
}

/** Milliseconds: a day. */
const timeout = 86_400_000

/**
 * @returns what was exported, for people
 * @throws StartError when nothing was exported: file_exists, file_unwritable, export_refused and those of `connect` and `onDatabase`
 */
export async function runExport(command: ExportCommand, configuration: Configuration): Promise<string> {
  const { file, server } = command
  if (file !== undefined) checkOutputFile(file, command, configuration)
  return server === undefined ? await exportFromDatabase(command, configuration) : await exportAtServer(command, server, configuration)
}

async function exportFromDatabase(command: ExportCommand, configuration: Configuration): Promise<string> {
  const { selection } = command
  requireDatabase(configuration)
  return await onDatabase(configuration, ['auditEvents', 'directory', 'passkeys', 'recoveryCodes'], async (database) => {
    const progress = progressLine()
    const step = (counts: ReadonlyMap<string, number>): void => progress.show(`${sum(counts)} objects`)
    const opened = await openExport(
      selection,
      { directory: database.stores.directory, sealing: database.sealing },
      { timeout, step },
    ).catch(refuse)
    try {
      await recordAuditEvents([{ type: 'export_started', details: { ...exportFacts(selection), target: 'file' } }], database)
      await write(opened.chunks, command)
      const { bytes, sha256 } = opened.measure()
      const counts = Object.fromEntries(opened.counts)
      await recordAuditEvents(
        [{ type: 'export_ended', details: { outcome: 'completed', bytes, sha256, ...counts, ...ledgerFacts(opened.ledger()) } }],
        database,
      )
      const summary = `Exported ${sum(opened.counts)} objects of ${counts['orgs'] ?? 0} organizations, ${bytes} bytes, SHA-256 ${sha256}.`
      const isCodes = ({ reason }: { readonly reason: string }): boolean => reason === 'recovery_codes'
      const rows = opened.ledger()
      const sections = [
        ledgerLines(
          'References to objects that are not in the document:',
          rows.filter((row) => !isCodes(row)),
        ),
        ledgerLines('Not in any document:', rows.filter(isCodes)),
      ]
      return `${[summary, ...sections.flatMap((lines) => (lines.length === 0 ? [] : ['', ...lines]))].join('\n')}\n`
    } finally {
      progress.end()
      await opened.close()
    }
  })
}

async function exportAtServer(command: ExportCommand, server: string, configuration: Configuration): Promise<string> {
  const body = JSON.stringify(requestOf(command.selection))
  const response = await sendTo(server, configuration, { path: `${managementPath}/exports`, method: 'POST', body })
  const progress = progressLine()
  let bytes = 0
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength
      progress.show(`${bytes} bytes`)
      yield chunk
    }
  }
  try {
    await write(chunks(), command)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      'server_unreachable',
      `The connection broke during the export: ${error instanceof Error ? error.message : String(error)}`,
    )
  } finally {
    progress.end()
  }
  return `Exported ${bytes} bytes. The event export_ended in the audit trail of the server lists references to objects that are not in the document.\n`
}

function requestOf({ orgIds, excludedOrgIds, withPasswords, withOtp, withCredentials }: ExportSelection): object {
  return {
    org_ids: orgIds,
    excluded_org_ids: excludedOrgIds,
    with_passwords: withPasswords,
    with_otp: withOtp,
    with_credentials: withCredentials,
    timeout: '24h',
  }
}

async function write(chunks: AsyncIterable<Uint8Array>, { file, force }: ExportCommand): Promise<void> {
  if (file !== undefined) return await writeOutputFile(file, chunks, { force })
  try {
    await pipeline(Readable.from(chunks), process.stdout, { end: false })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
    throw new StartError('file_unwritable', 'Standard output was closed before the end of the export. Run it again.')
  }
}

function refuse(error: unknown): never {
  throw error instanceof UnknownOrganizationError ? new StartError('export_refused', error.message) : error
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts].reduce((total, [name, count]) => (name === 'orgs' ? total : total + count), 0)
}
