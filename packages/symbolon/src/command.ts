#!/usr/bin/env node
// The `symbolon` command. Each command loads what it needs when it runs: help, refused arguments and the commands that only speak to a
// running server load nothing of the service.
import { isManagementCommand, isSignedInTo, runLinkCommand, runManagementCommand } from '@symbolon/management-command'
import { readArguments, UsageError, usageText } from './read-arguments.ts'
import type { Arguments } from './read-arguments.ts'
import { version } from './version.ts'

process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  try {
    const asked = readArguments(args)
    if (asked.asks === 'version') return print(`${version}\n`)
    if (asked.asks === 'help') return print((await import('./help.ts')).helpText(asked.about))
    return await run(asked.command)
  } catch (error) {
    if (error instanceof UsageError) {
      // A program that asked for JSON reads no prose.
      if (args.includes('--json')) print(`${JSON.stringify({ error: { code: 'usage', message: error.message } }, undefined, 2)}\n`)
      process.stderr.write(usageText(error))
      return 1
    }
    const [{ isOperatorError }, { visible }] = await Promise.all([import('./start-error.ts'), import('@symbolon/provisioning')])
    if (!isOperatorError(error)) throw error
    process.stderr.write(`symbolon: ${visible(error.message)}\n`)
    return 1
  }
}

async function run(given: Arguments): Promise<number> {
  const { name } = given
  if (name === 'completion') return await completion(given)
  if (isManagementCommand(name)) return await runManagementCommand(name, given)
  if (name === 'users invite' || name === 'users reset') {
    const code = await sendLinkAtServer(name, given)
    if (code !== undefined) return code
  }
  const { runServiceCommand } = await import('./service-commands.ts')
  return await runServiceCommand(name, given)
}

/**
 * `symbolon users invite|reset` through a running server, where `--server` names one or the operator has signed in.
 * @returns the exit code; undefined where the command works on the database
 */
async function sendLinkAtServer(name: 'users invite' | 'users reset', given: Arguments): Promise<number | undefined> {
  // A new password that removes every other factor is emergency access by an owner. It has a separate endpoint.
  if (given.has('without-factors')) return undefined
  const server = given.value('server')
  if (server === undefined && !(await isSignedInTo(server))) return undefined
  return await runLinkCommand(name === 'users invite' ? 'invite' : 'reset', given)
}

async function completion({ argument = '' }: Arguments): Promise<number> {
  const [{ completionScript }, { shells }] = await Promise.all([import('./completion.ts'), import('./command-table.ts')])
  return print(completionScript(shells.find((each) => each === argument) ?? 'bash'))
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}
