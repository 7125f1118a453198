#!/usr/bin/env node
// The `symbolon` command.
import { formatReport } from '@symbolon/admin-api'
import { parseArgs } from 'node:util'
import { applyAtServer } from './apply-at-server.ts'
import { applyHere } from './apply-here.ts'
import { readConfiguration } from './configuration.ts'
import { helpText } from './help.ts'
import { logJsonLines } from './json-log.ts'
import { keysAtServer, keysHere, readKeysCommand } from './keys-command.ts'
import type { KeysCommand } from './keys-command.ts'
import { formatKeys } from './keys-text.ts'
import { isOperatorError, startSymbolon } from './start.ts'
import { startText } from './start-text.ts'
import { stopSignal } from './stop-signal.ts'
import { version } from './version.ts'

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
        server: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
      },
    })
    if (values.help === true) return print(helpText())
    if (values.version === true) return print(`${version}\n`)
    const [command = 'start', file, ...rest] = positionals
    const { server, 'dry-run': dryRun } = values
    if (command === 'start' && file === undefined && server === undefined && !dryRun) return await start()
    if (command === 'apply' && file !== undefined && rest.length === 0) return await applyFile(file, { server, dryRun })
    const keysCommand = command === 'keys' && !dryRun ? readKeysCommand(positionals.slice(1)) : undefined
    if (keysCommand !== undefined) return await keys(keysCommand, server)
    process.stderr.write('symbolon: unknown command. `symbolon --help` lists them.\n')
    return 1
  } catch (error) {
    if (!isOperatorError(error) && !isUsageError(error)) throw error
    process.stderr.write(`symbolon: ${error.message}\n`)
    return 1
  }
}

async function start(): Promise<number> {
  const configuration = readConfiguration(process.env)
  await logJsonLines(configuration.logLevel)
  const stopRequested = stopSignal()
  const running = await startSymbolon(configuration)
  process.stdout.write(startText(running))
  await stopRequested
  await running.stop()
  return 0
}

async function applyFile(file: string, { server, dryRun }: { readonly server: string | undefined, readonly dryRun: boolean }): Promise<number> {
  const configuration = readConfiguration(process.env)
  await logJsonLines(configuration.logLevel)
  const report = server === undefined ? await applyHere(file, configuration, dryRun) : await applyAtServer(file, server, configuration, dryRun)
  process.stdout.write(formatReport(report))
  return report.counts.refused === 0 ? 0 : 2
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
