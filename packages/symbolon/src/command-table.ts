// The commands: their arguments and options, with the text of `symbolon --help`, and the options that exclude each other.
import { serverAddress } from '@symbolon/command-line'
import type { CommandForm, OptionForm } from '@symbolon/command-line'
import { managementCommands } from '@symbolon/management-command'

const server: OptionForm = {
  value: 'URL',
  says: 'do it through a running server, with the token in SYMBOLON_TOKEN, or as the person who signed in',
  must: serverAddress,
}
const dryRun: OptionForm = { says: 'report the changes without making them' }

const linkOptions = {
  org: { value: 'ORG', says: 'the organization, by id or name; not needed where you see only one' },
  json: { says: 'print one JSON document' },
  server: { ...server, says: 'through this server; default the one that you signed in to, else the database' },
} as const satisfies Readonly<Record<string, OptionForm>>

/** The shells that commands are completed in. */
export const shells = ['bash', 'zsh', 'fish'] as const
/** The name of a shell. */
export type Shell = (typeof shells)[number]

/** All commands with their arguments and options. The help and the reading of arguments follow it. */
const commandTable = {
  start: {
    takes: [],
    example: 'symbolon start',
    says: 'start the service; the same as `symbolon` without a command',
    options: { 'new-instance': { says: 'create a new instance with the master key of another instance' } },
  },
  apply: {
    takes: ['FILE'],
    example: 'symbolon apply acme.json --dry-run',
    says: 'apply a document to the instance, then exit',
    options: { 'dry-run': dryRun, server },
  },
  export: {
    takes: ['[FILE]'],
    example: 'symbolon export acme.json --org acme',
    says: 'write organizations to a file that only its owner may read, or to standard output',
    options: {
      org: { value: 'ID', repeated: true, says: 'only this organization; may be repeated' },
      'exclude-org': { value: 'ID', repeated: true, says: 'not this organization; may be repeated' },
      'with-passwords': { says: 'with the hashes of passwords' },
      'with-otp': { says: 'with the secrets of authenticator apps' },
      'with-credentials': { says: 'with keys, passkeys, and digests of secrets and tokens' },
      force: { says: 'replace FILE if it exists', needs: 'FILE' },
      server,
    },
  },
  import: {
    takes: ['FILE'],
    example: 'symbolon import acme.json --dry-run',
    says: 'import the organizations of a file, or of standard input (-); existing objects are kept',
    options: {
      v1: { says: 'the file is an export of version 1' },
      update: { says: 'update existing objects that differ' },
      'with-credentials': { says: 'also import keys, passkeys, secrets and digests' },
      'dry-run': dryRun,
      report: { value: 'FILE', says: 'write the whole report, as JSON, to a file that only its owner may read' },
      force: { says: 'replace the file of --report if it exists', needs: '--report' },
      'job-id': {
        value: 'ID',
        says: 'resume the import with this id, or start one with this id',
        must: { says: 'have 1 to 64 letters, digits, hyphens and underscores', match: (text) => /^[A-Za-z0-9_-]{1,64}$/.test(text) },
      },
      server,
    },
  },
  health: {
    takes: [],
    example: 'symbolon health',
    says: 'ask the service on this machine whether it is ready; exit code 0 if it is',
    options: { live: { says: 'ask only whether its process answers' } },
  },
  backup: {
    takes: ['FILE'],
    example: 'symbolon backup monday.db',
    says: 'copy the database to a file that only its owner may read; the service may run',
    options: { force: { says: 'replace FILE if it exists' }, server },
  },
  restore: {
    takes: ['FILE'],
    example: 'symbolon restore monday.db --force',
    says: 'replace the database by a backup; if the service runs, with --server, or with SYMBOLON_TOKEN set',
    options: {
      force: { says: 'replace an existing database, of which a copy stays in the same folder' },
      discard: { says: 'keep no copy of the replaced database', needs: '--force' },
      server,
    },
  },
  move: {
    takes: ['DATABASE_URL'],
    example: 'symbolon move postgres://symbolon@db.example/symbolon',
    says: 'copy everything to an empty database, from a file to Postgres or back; stop the service before',
    options: {},
  },
  'keys list': { takes: [], example: 'symbolon keys list', says: 'show the signing keys', options: { server } },
  'keys rotate': {
    takes: [],
    example: 'symbolon keys rotate --server https://id.acme.example',
    says: 'make new signing keys; they sign once clients have had time to fetch them',
    options: { algorithm: { value: 'NAME', choices: ['RS256', 'ES256', 'EdDSA'], says: 'the key of this algorithm alone' }, server },
  },
  'keys revoke': {
    takes: ['KID'],
    example: 'symbolon keys revoke VZ3kq',
    says: 'revoke a key at once, in an emergency; its signatures are no longer accepted',
    options: { server },
  },
  'master-key list': {
    takes: [],
    example: 'symbolon master-key list',
    says: 'show which master keys open the instance',
    options: { server },
  },
  'master-key rotate': {
    takes: [],
    example: 'symbolon master-key rotate',
    says: 'let the first configured master key open the instance in addition to the present key',
    options: { server },
  },
  'master-key forget': {
    takes: [],
    example: 'symbolon master-key forget',
    says: 'remove every master key that is not configured any more',
    options: { server },
  },
  'users invite': {
    takes: ['USER'],
    example: 'symbolon users invite kim@acme.example',
    says: 'send a user a link to set the first password, or print it; see below for where',
    options: linkOptions,
  },
  'users reset': {
    takes: ['USER'],
    example: 'symbolon users reset kim@acme.example',
    says: 'send a user a link to set a new password, or print it; see below for where',
    options: {
      'without-factors': {
        says: 'for a user who lost every factor: the new password removes app, recovery codes and passkeys; the link is printed',
      },
      ...linkOptions,
    },
  },
  ...managementCommands,
  completion: {
    takes: ['SHELL'],
    choices: { SHELL: shells },
    example: 'symbolon completion bash > ~/.local/share/bash-completion/completions/symbolon',
    says: 'print a completion script for bash, zsh or fish',
    options: {},
  },
} as const satisfies Readonly<Record<string, CommandForm>>

/** The name of a command. */
export type CommandName = keyof typeof commandTable

/** All names, in the order of the help. */
export const commandNames = Object.keys(commandTable) as readonly CommandName[]

/** @returns the arguments and options of a command */
export function formOf(name: CommandName): CommandForm {
  return commandTable[name]
}

/** One line: the command with all of its arguments and options. */
export function usageOf(name: CommandName): string {
  const { takes, options } = formOf(name)
  const given = Object.entries(options).map(
    ([option, { value, repeated }]) => `[${optionText(option, value)}]${repeated === true ? '…' : ''}`,
  )
  return ['symbolon', name, ...takes, ...given].join(' ')
}

/** @returns an option as the help shows it */
export function optionText(name: string, value: string | undefined): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`
}
