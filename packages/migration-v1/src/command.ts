#!/usr/bin/env node
// The `symbolon-migrate-v1` command: a v1 export in, the v2 document and a report out.
import { keepHeapSmall } from '@symbolon/command-line'
import { CommandError } from './command/command-error.ts'
import { migrate } from './command/migrate.ts'
import { helpText, readArguments } from './command/read-arguments.ts'
import { V1InputError } from './input/v1-input-error.ts'

keepHeapSmall()
process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  try {
    const settings = readArguments(args)
    if (settings !== 'help') return await migrate(settings)
    process.stdout.write(helpText)
    return 0
  } catch (error) {
    if (!(error instanceof CommandError) && !(error instanceof V1InputError)) throw error
    process.stderr.write(`symbolon-migrate-v1: ${error.message}\n`)
    return 2
  }
}
