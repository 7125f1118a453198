// The commands: their arguments and options, with the text of `symbolon --help`, and the options that exclude each other.

/** An option of a command. */
export interface OptionForm {
  /** The name of the value in the help; absent for a switch. */
  readonly value?: string
  readonly repeated?: true
  /** One line. */
  readonly says: string
  /** The rule for the value. It continues the sentence "--option must". */
  readonly must?: { readonly says: string; readonly match: (value: string) => boolean }
  /** The option or the argument without which this one has no effect. */
  readonly needs?: string
}

/** The arguments and options of a command, with their help. */
export interface CommandForm {
  /** Arguments in their order; those in brackets may be left out. */
  readonly takes: readonly string[]
  /** One line. */
  readonly says: string
  readonly options: Readonly<Record<string, OptionForm>>
}

const server: OptionForm = {
  value: 'URL',
  says: 'do it through a running server, with the token in SYMBOLON_TOKEN',
  must: {
    says: 'be the URL of a running server, e.g. https://id.example',
    match: (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
  },
}
const dryRun: OptionForm = { says: 'report the changes without making them' }

/** All commands with their arguments and options. The help and the reading of arguments follow it. */
export const commandTable = {
  start: {
    takes: [],
    says: 'start the service; the same as `symbolon` without a command',
    options: { 'new-instance': { says: 'begin a new instance with the master key of another one' } },
  },
  apply: {
    takes: ['FILE'],
    says: 'apply a document to the instance, then exit',
    options: { 'dry-run': dryRun, server },
  },
  export: {
    takes: ['[FILE]'],
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
    says: 'ask the service on this machine whether it is ready; exit code 0 if it is',
    options: { live: { says: 'ask only whether its process answers' } },
  },
  backup: {
    takes: ['FILE'],
    says: 'copy the database to a file that only its owner may read; the service may run',
    options: { force: { says: 'replace FILE if it exists' }, server },
  },
  restore: {
    takes: ['FILE'],
    says: 'replace the database by a backup; if the service runs, with --server, or with SYMBOLON_TOKEN set',
    options: {
      force: { says: 'replace an existing database; a copy of it is kept beside it' },
      discard: { says: 'keep no copy of the replaced database', needs: '--force' },
      server,
    },
  },
  'keys list': { takes: [], says: 'show the signing keys', options: { server } },
  'keys rotate': { takes: [], says: 'make new signing keys; they sign once clients have had time to fetch them', options: { server } },
  'keys revoke': {
    takes: ['KID'],
    says: 'revoke a key at once, in an emergency; its signatures are no longer accepted',
    options: { server },
  },
  'master-key list': { takes: [], says: 'show which master keys open the instance', options: { server } },
  'master-key rotate': {
    takes: [],
    says: 'let the first configured master key open the instance beside the present one',
    options: { server },
  },
  'master-key forget': { takes: [], says: 'remove every master key that is not configured any more', options: { server } },
  'users invite': { takes: ['LOGIN'], says: 'print a link by which a user sets the first password, and mail one too', options: { server } },
  'users reset': {
    takes: ['LOGIN'],
    says: 'print a link by which a user sets a new password, and mail one too',
    options: {
      'without-factors': {
        says: 'for a user who lost every factor: the new password removes app, recovery codes and passkeys; no link is mailed',
      },
      server,
    },
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
