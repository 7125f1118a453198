#!/usr/bin/env node
// The `symbolon` command.
import { parseArgs } from 'node:util'
import { applyCommand } from './apply-command.ts'
import { readConfiguration } from './configuration.ts'
import { helpText } from './help.ts'
import { logJsonLines } from './json-log.ts'
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
      options: { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } },
    })
    if (values.help === true) return print(helpText())
    if (values.version === true) return print(`${version}\n`)
    const [command = 'start', file, ...rest] = positionals
    if (command === 'start' && file === undefined) return await start()
    if (command === 'apply' && file !== undefined && rest.length === 0) return await applyFile(file)
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

async function applyFile(file: string): Promise<number> {
  const configuration = readConfiguration(process.env)
  await logJsonLines(configuration.logLevel)
  const { text, complete } = await applyCommand(file, configuration)
  process.stdout.write(text)
  return complete ? 0 : 2
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}

function isUsageError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
