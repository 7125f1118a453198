// What every command is called with, and what they have in common: questions, dry runs, and how a change is reported.
import { ApiError } from '@symbolon/client'
import type { Change, ChangeOptions, Client, Removal } from '@symbolon/client'
import type { GivenArguments } from '@symbolon/command-line'
import { CommandError } from '../terminal/outcome.ts'
import type { Block, Outcome } from '../terminal/outcome.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** A typed command, and its server. */
export interface Call {
  readonly given: GivenArguments
  readonly terminal: Terminal
  readonly issuer: string
  readonly client: Client
}

/** Does what a command says. */
export type Command = (call: Call) => Promise<Outcome>

/** What the commands of a table do. `Group` is the first word of the commands that are meant. */
export type Commands<Table, Group extends string = string> = Readonly<Record<Extract<keyof Table, `${Group} ${string}`>, Command>>

/** @returns the argument at a position; the form of the command says that it is there */
export function word({ given }: Call, index: number = 0): string {
  return given.words[index] ?? ''
}

/** @returns whether the command only plans */
export function changeOptions({ given }: Call): ChangeOptions {
  return { dryRun: given.has('dry-run') }
}

/**
 * Asks before something that cannot be taken back. `--yes` answers for programs, and a dry run takes nothing away.
 * @param question without a question mark, e.g. "Remove the organization Acme"
 * @throws CommandError confirmation_needed without a terminal; not_confirmed for any answer but yes
 */
export async function confirm({ given, terminal }: Call, question: string): Promise<void> {
  if (given.has('yes') || given.has('dry-run')) return
  if (!terminal.interactive) throw new CommandError('confirmation_needed', `${question}? There is no terminal to ask. Add --yes.`)
  const answer = await terminal.ask(`${question}? Type yes to go on: `)
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('not_confirmed', 'Nothing was changed.')
}

const said = {
  created: ['Added', 'Would add'],
  changed: ['Changed', 'Would change'],
  removed: ['Removed', 'Would remove'],
  same: ['Nothing to change:', 'Nothing to change:'],
} as const

/** @returns a line such as "Added the project Shop." */
export function doneLine(call: Call, { action }: Pick<Removal, 'action'>, what: string, changed: readonly string[] = []): string {
  const verb = said[action][call.given.has('dry-run') ? 1 : 0]
  const members = action === 'changed' && changed.length > 0 ? ` (${changed.join(', ')})` : ''
  return `${verb} ${what}${members}.`
}

/** @returns the outcome of a change, with the secrets that the server generated */
export function changeOutcome(call: Call, change: Change<unknown>, what: string, blocks: readonly Block[] = []): Outcome {
  const notices = (change.notices ?? []).map(({ field, description }) => `Note: ${field === '' ? '' : `${field}: `}${description}`)
  return { json: change, blocks: [doneLine(call, change, what, change.changed), ...blocks], hints: notices }
}

/**
 * Reports roles that a project does not have.
 * @throws CommandError role_unknown
 */
export async function withRolesOf<T>(project: string, orgId: string, giving: Promise<T>): Promise<T> {
  try {
    return await giving
  } catch (error) {
    const unknown =
      error instanceof ApiError &&
      error.fieldViolations.some(({ field, reason }) => /roleKeys\[/.test(field) && reason === 'missing_reference')
    if (!unknown) throw error
    throw new CommandError(
      'role_unknown',
      `${project} has no such role. \`symbolon roles list ${project} --org ${orgId}\` shows those that it has, \`symbolon roles add ${project} ROLE --org ${orgId}\` adds one.`,
    )
  }
}

/**
 * Does what follows an addition. The addition stays when it fails, and the failure says so.
 * @param added what was added, e.g. "the organization Acme"
 * @throws CommandError with the code of the server
 */
export async function afterAdding<T>(added: string, following: Promise<T>): Promise<T> {
  try {
    return await following
  } catch (error) {
    if (error instanceof ApiError)
      throw new CommandError(error.id, `Added ${added}, but not all of it: ${error.message}`, { status: error.status })
    throw error
  }
}

/** @returns a state as people write it: `USER_STATE_LOCKED` is `locked` */
export function stateOf(state: string | undefined): string {
  return state === undefined
    ? 'active'
    : state
        .replace(/^(?:[A-Z]+_)?STATE_/, '')
        .toLowerCase()
        .replace('suspend', 'suspended')
}

/** @returns a time for people, in UTC without fractions of a second */
export function timeText(time: string | undefined): string | undefined {
  return time?.replace(/\.\d+Z$/, 'Z').replace('T', ' ')
}

/**
 * The time of `--expires`: a time, or days from now.
 * @returns RFC 3339 in UTC; undefined where none was given
 * @throws CommandError option_invalid for a time that has passed
 */
export function expiryOf({ given }: Call): string | undefined {
  const value = given.value('expires')
  if (value === undefined) return undefined
  const at = value.endsWith('d') ? Date.now() + Number(value.slice(0, -1)) * 86_400_000 : Date.parse(value)
  if (!(at > Date.now())) throw new CommandError('option_invalid', `--expires ${value} is not in the future.`)
  return new Date(at).toISOString()
}
