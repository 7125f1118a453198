#!/usr/bin/env node
// The `symbolon` command.
import { formatReport } from '@symbolon/admin-api'
import { parseArgs } from 'node:util'
import { applyAtServer } from './apply-at-server.ts'
import { applyHere } from './apply-here.ts'
import { collectSooner } from './collect-sooner.ts'
import { readConfiguration } from './configuration.ts'
import type { ExportCommand } from './export-command.ts'
import { helpText } from './help.ts'
import type { ImportCommand } from './import-command.ts'
import { giveMemoryBack } from './give-memory-back.ts'
import { logJsonLines } from './json-log.ts'
import { keysAtServer, keysHere, readKeysCommand } from './keys-command.ts'
import type { KeysCommand } from './keys-command.ts'
import { formatKeys } from './keys-text.ts'
import { isOperatorError, startSymbolon } from './start.ts'
import { startText } from './start-text.ts'
import { stopSignal } from './stop-signal.ts'
import { version } from './version.ts'

const options = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  server: { type: 'string' },
  'dry-run': { type: 'boolean' },
  org: { type: 'string', multiple: true },
  'exclude-org': { type: 'string', multiple: true },
  force: { type: 'boolean' },
  'with-passwords': { type: 'boolean' },
  'with-otp': { type: 'boolean' },
  'with-credentials': { type: 'boolean' },
  v1: { type: 'boolean' },
  update: { type: 'boolean' },
} as const

/** What each command takes. */
const taken: Readonly<Record<string, readonly string[]>> = {
  start: [],
  apply: ['dry-run', 'server'],
  export: ['exclude-org', 'force', 'org', 'server', 'with-credentials', 'with-otp', 'with-passwords'],
  import: ['dry-run', 'server', 'update', 'v1', 'with-credentials'],
  keys: ['server'],
}

collectSooner()
process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    if (values.help === true) return print(helpText())
    if (values.version === true) return print(`${version}\n`)
    const [command = 'start', file, ...rest] = positionals
    const run = takes(command, Object.keys(values)) ? commandOf(command, file, rest, values) : undefined
    if (run !== undefined) return await run()
    process.stderr.write('symbolon: unknown command. `symbolon --help` lists them.\n')
    return 1
  } catch (error) {
    if (!isOperatorError(error) && !isUsageError(error)) throw error
    process.stderr.write(`symbolon: ${error.message}\n`)
    return 1
  }
}

function takes(command: string, given: readonly string[]): boolean {
  return given.every((name) => taken[command]?.includes(name) === true)
}

interface Values {
  readonly server?: string | undefined
  readonly org?: readonly string[] | undefined
  readonly 'exclude-org'?: readonly string[] | undefined
  readonly 'dry-run'?: boolean | undefined
  readonly force?: boolean | undefined
  readonly 'with-passwords'?: boolean | undefined
  readonly 'with-otp'?: boolean | undefined
  readonly 'with-credentials'?: boolean | undefined
  readonly v1?: boolean | undefined
  readonly update?: boolean | undefined
}

/** @returns undefined for words that are no command */
function commandOf(
  command: string,
  file: string | undefined,
  rest: readonly string[],
  values: Values,
): (() => Promise<number>) | undefined {
  const { server, 'dry-run': dryRun = false, 'with-credentials': withCredentials = false } = values
  if (command === 'keys') {
    const keysCommand = readKeysCommand(file === undefined ? [] : [file, ...rest])
    return keysCommand === undefined ? undefined : async () => await keys(keysCommand, server)
  }
  if (rest.length > 0) return undefined
  if (command === 'start') return file === undefined ? start : undefined
  if (command === 'export') {
    const selection = {
      orgIds: values.org ?? [],
      excludedOrgIds: values['exclude-org'] ?? [],
      withPasswords: values['with-passwords'] ?? false,
      withOtp: values['with-otp'] ?? false,
      withCredentials,
    }
    return async () => await exportOrgs({ file: file === '-' ? undefined : file, force: values.force ?? false, selection, server })
  }
  if (file === undefined) return undefined
  if (command === 'apply') return async () => await applyFile(file, { server, dryRun })
  if (command !== 'import') return undefined
  const format = values.v1 === true ? 'v1' : 'v2'
  const importOptions = { dryRun, update: values.update ?? false, withCredentials }
  return async () => await importFile({ file, format, options: importOptions, server })
}

async function start(): Promise<number> {
  const configuration = readConfiguration(process.env)
  await logJsonLines(configuration.logLevel)
  const stopRequested = stopSignal()
  const running = await startSymbolon(configuration)
  process.stdout.write(startText(running))
  giveMemoryBack()
  const lost = await Promise.race([stopRequested, running.lost])
  await running.stop()
  if (lost !== undefined) throw lost
  return 0
}

async function applyFile(file: string, { server, dryRun }: { readonly server: string | undefined, readonly dryRun: boolean }): Promise<number> {
  const configuration = readConfiguration(process.env)
  await logJsonLines(configuration.logLevel)
  const report = server === undefined ? await applyHere(file, configuration, dryRun) : await applyAtServer(file, server, configuration, dryRun)
  process.stdout.write(formatReport(report))
  return report.counts.refused === 0 ? 0 : 2
}

async function exportOrgs(command: ExportCommand): Promise<number> {
  const configuration = readConfiguration(process.env)
  await logJsonLines(configuration.logLevel)
  const { runExport } = await import('./export-command.ts')
  const said = await runExport(command, configuration)
  // Standard output holds the document, when no file does.
  process[command.file === undefined ? 'stderr' : 'stdout'].write(said)
  return 0
}

async function importFile(command: ImportCommand): Promise<number> {
  const configuration = readConfiguration(process.env)
  await logJsonLines(configuration.logLevel)
  const [{ runImport }, { formatImportReport }] = await Promise.all([import('./import-command.ts'), import('./import-report.ts')])
  const report = await runImport(command, configuration)
  process.stdout.write(formatImportReport(report))
  if (report.state !== 'completed') return 1
  return report.errors.length === 0 ? 0 : 2
}

async function keys(command: KeysCommand, server: string | undefined): Promise<number> {
  const configuration = readConfiguration(process.env)
  await logJsonLines(configuration.logLevel)
  return print(formatKeys(server === undefined ? await keysHere(command, configuration) : await keysAtServer(command, server, configuration)))
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}

function isUsageError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
