// The options that several commands have.
import { serverAddress } from '@symbolon/command-line'
import type { CommandForm, OptionForm } from '@symbolon/command-line'

/** Options by their names. */
export type Options = Readonly<Record<string, OptionForm>>

/** Commands by their names. One without an example has an example with its arguments alone. */
export type Forms<Name extends string> = Readonly<Record<Name, Omit<CommandForm, 'example'> & Partial<Pick<CommandForm, 'example'>>>>

/** The server. */
export const server: OptionForm = {
  value: 'URL',
  says: 'the server; default SYMBOLON_ISSUER, or the one that you signed in to last',
  must: serverAddress,
}
/** Output for programs. */
export const json: OptionForm = { says: 'print one JSON document' }
/** The organization. */
export const org: OptionForm = { value: 'ORG', says: 'the organization, by id or name; not needed where you see only one' }
/** A plan alone. */
export const dryRun: OptionForm = { says: 'say what would change, and change nothing' }
/** No question. */
export const yes: OptionForm = { says: 'do not ask' }
/** A search. */
export const search: OptionForm = { value: 'TEXT', says: 'only those whose name or id begins with the text, or else contains it' }
/** The project. */
export const project: OptionForm = { value: 'PROJECT', says: 'the project, by id or name' }
/** The project grant. */
export const projectGrant: OptionForm = { value: 'ID', says: 'the project grant by which the organization has the project' }
/** The whole instance. */
export const instance: OptionForm = { says: 'of the whole instance, not of an organization', excludes: 'org' }
/** The rule for times. */
export const time: NonNullable<OptionForm['must']> = {
  says: 'be a date or a time in UTC, e.g. 2026-01-31 or 2026-01-31T08:00:00Z',
  match: (text: string) => /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/.test(text),
}

/** When a token or a key ends. */
export const expires: OptionForm = {
  value: 'TIME',
  says: 'when it ends: a date, a time in UTC, or days such as 90d; default never',
  must: {
    says: 'be days such as 90d, or a date or a time in UTC, e.g. 2030-01-31',
    match: (text) => /^[1-9]\d{0,4}d$/.test(text) || time.match(text),
  },
}
/** The id of a new object. */
export const newId: OptionForm = { value: 'ID', says: 'the id; default a random one' }

/** Of commands that read. */
export const reading: Options = { json, server }
/** Of commands that read in an organization. */
export const ofOrg: Options = { org, ...reading }
/** Of commands that change. */
export const changing: Options = { 'dry-run': dryRun, ...reading }
/** Of commands that change in an organization. */
export const changingOfOrg: Options = { org, ...changing }
/** Of commands that remove. */
export const removing: Options = { yes, ...changing }
/** Of commands that remove in an organization. */
export const removingOfOrg: Options = { org, yes, ...changing }
/** Of lists. */
export const paging: Options = {
  limit: {
    value: 'NUMBER',
    says: 'at most so many; default 50',
    must: { says: 'be a whole number from 1 on', match: (text: string) => /^[1-9][0-9]{0,6}$/.test(text) },
  },
  all: { says: 'all of them', excludes: 'limit' },
}

/** @returns the option that narrows a list to a state */
export function states(...choices: readonly string[]): OptionForm {
  return { value: 'STATE', choices, says: `only those in this state: ${choices.join(', ')}` }
}

/** A state to bring something to. */
export const stateOption: OptionForm = { value: 'STATE', choices: ['active', 'inactive'], says: 'active or inactive' }
