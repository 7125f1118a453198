// Runs a command, and prints its result or its error: text for a terminal, or one JSON document.
import { ApiError } from '@symbolon/client'
import { plainText } from '@symbolon/command-line'
import type { GivenArguments } from '@symbolon/command-line'
import { connect } from '../access/connect.ts'
import { managementCommands } from '../table.ts'
import type { ManagementCommandName } from '../table.ts'
import { CommandError } from '../terminal/outcome.ts'
import type { Outcome } from '../terminal/outcome.ts'
import { renderBlocks } from '../terminal/render.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { Command } from './call.ts'
import { activity } from './activity.ts'
import { apps } from './apps.ts'
import { credentials } from './credentials.ts'
import { events } from './events.ts'
import { grants } from './grants.ts'
import { identityProviders } from './identity-providers.ts'
import { instanceCommandsOf } from './instance.ts'
import { members } from './members.ts'
import { orgs } from './orgs.ts'
import { policies } from './policies.ts'
import { projectGrants } from './project-grants.ts'
import { projects } from './projects.ts'
import { settings } from './settings.ts'
import { signInCommands } from './sign-in.ts'
import { texts } from './texts.ts'
import { users } from './users.ts'

type Other = Exclude<ManagementCommandName, keyof typeof signInCommands>

const commands: Readonly<Record<Other, Command>> = {
  ...orgs,
  ...users,
  ...apps,
  ...projects,
  ...grants,
  ...members,
  ...projectGrants,
  ...credentials,
  ...settings,
  ...policies,
  ...texts,
  ...identityProviders,
  ...instanceCommandsOf,
  ...activity,
  ...events,
}

/** @returns the exit code: 0 done, 1 failed */
export async function runCommand(name: ManagementCommandName, given: GivenArguments, terminal: Terminal): Promise<number> {
  if (!isSignIn(name)) return await runWith(listing(name, commands[name]), given, terminal)
  return await exitCodeOf(signInCommands[name](given, terminal), given, terminal)
}

/** @returns the command, of which an error about an absent object names the command that lists those that there are */
function listing(name: Other, command: Command): Command {
  const [group = ''] = name.split(' ')
  const list = `${group} list`
  return async (call) => {
    try {
      return await command(call)
    } catch (error) {
      if (!(error instanceof ApiError) || !/^(resource|import)_unknown$/.test(error.id) || !isManaged(list)) throw error
      const org = call.given.value('org')
      // The keys of a user are listed by the user.
      const of = managementCommands[list].takes[0]?.startsWith('[') === false ? ` ${call.given.words[0] ?? ''}` : ''
      const text = `symbolon ${list}${of}${org === undefined ? '' : ` --org ${org}`}`
      throw new CommandError('not_found', `There is no such object, or you may not see it. \`${text}\` shows those that there are.`)
    }
  }
}

/** @returns the exit code of a command that needs a server and a token */
export async function runWith(command: Command, given: GivenArguments, terminal: Terminal): Promise<number> {
  const connected = connect(given.value('server'), terminal.environment)
  return await exitCodeOf(
    connected.then(async (connection) => await command({ given, terminal, ...connection })),
    given,
    terminal,
  )
}

async function exitCodeOf(outcome: Promise<Outcome>, given: GivenArguments, terminal: Terminal): Promise<number> {
  try {
    printOutcome(await outcome, given, terminal)
    return 0
  } catch (error) {
    printFailure(commandErrorOf(error), given, terminal)
    return 1
  }
}

function isManaged(name: string): name is ManagementCommandName {
  return Object.hasOwn(managementCommands, name)
}

function isSignIn(name: ManagementCommandName): name is keyof typeof signInCommands {
  return Object.hasOwn(signInCommands, name)
}

function printOutcome({ json, blocks, hints = [] }: Outcome, given: GivenArguments, { print, notify, width }: Terminal): void {
  if (given.has('json')) return print(`${JSON.stringify(json, undefined, 2)}\n`)
  print(renderBlocks(blocks, width))
  for (const hint of hints) notify(`${plainText(hint)}\n`)
}

function printFailure({ code, message, details }: CommandError, given: GivenArguments, { print, notify }: Terminal): void {
  if (given.has('json')) print(`${JSON.stringify({ error: { code, message, ...details } }, undefined, 2)}\n`)
  notify(`symbolon: ${message.split('\n').map(plainText).join('\n')}\n`)
}

/** The error of the command for an error of the server, with advice. @throws unexpected errors */
function commandErrorOf(error: unknown): CommandError {
  if (error instanceof CommandError) return error
  if (!(error instanceof ApiError)) {
    // An id that no path can hold.
    if (error instanceof TypeError && error.message.endsWith('is not a valid id'))
      return new CommandError('id_malformed', `${error.message}.`)
    throw error
  }
  const { id, status, fieldViolations, message, retryAfter } = error
  const details = { status, ...(fieldViolations.length === 0 ? {} : { fieldViolations }) }
  // A command that adds says that nothing must be there; one that changes says what it has read.
  if (id === 'precondition_failed') return new CommandError(id, /exists/.test(message) ? taken : stale, { status })
  const lines = fieldViolations
    // The message holds them, where there are few.
    .filter(({ description }) => !message.includes(description))
    .map(({ field, description }) => `  ${field === '' ? '' : `${field}: `}${description}`)
  return new CommandError(id, [`${message}${adviceFor(id, status, retryAfter)}`, ...lines].join('\n'), details)
}

const taken = 'There is one with this id already. Choose another id, or change that one with `set`.'
const stale = 'It was changed by another request at the same moment. Nothing was changed: run the command again.'

function adviceFor(id: string, status: number, retryAfter: number | undefined): string {
  // https://www.rfc-editor.org/rfc/rfc9470
  if (id === 'insufficient_user_authentication') return ' Run `symbolon login` to sign in again, then run the command again.'
  if (status === 401) return ' Run `symbolon login`, or set SYMBOLON_TOKEN.'
  if (status === 403) return ' `symbolon whoami` shows the roles that you have.'
  if (status === 429) return ` Try again${retryAfter === undefined ? ' later' : ` in ${retryAfter} seconds`}.`
  return id === 'unexpected_answer' ? ' Check the address of the server: this response is not from its management API.' : ''
}
