// The arguments of the command.

import { parseArgs } from 'node:util'
import { CommandError } from './command-error.ts'

/** The parsed arguments. */
export interface Settings {
  /** A path, or `-` for standard input. */
  readonly input: string
  /** Absent: standard output. */
  readonly out: string | undefined
  readonly report: string | undefined
  readonly strict: boolean
  readonly force: boolean
  readonly skipKeys: boolean
}

/** The text of `--help`. */
export const helpText = `symbolon-migrate-v1 INPUT [options]

Converts a v1 export of organizations to the v2 document. INPUT is a file, or - for standard input: the export, the answer
that holds it, or a request of an import around it.

  --out FILE      where the document goes; without it, or for -, standard output
  --report FILE   the whole ledger as JSON: what was left out, where it stands, and what to do about it
  --strict        no document when anything is lost
  --skip-keys     leave out the keys of apps and service users
  --force         write over files that are there, but never over INPUT
  --help          print this

The document holds password hashes and secrets: files are readable by you alone. They get their names when they are whole; on an
error there are none. A summary goes to standard error.
Exit codes: 0 done, 1 --strict found losses, 2 the input or the arguments are wrong, or a file cannot be written.
`

/** @throws CommandError for arguments that the command does not take */
export function readArguments(args: readonly string[]): Settings | 'help' {
  const { values, positionals } = parse(args)
  if (values.help) return 'help'
  const [input, ...rest] = positionals
  if (input === undefined || input === '' || rest.length > 0) {
    throw new CommandError('exactly one INPUT is needed, a file or - for standard input; see --help')
  }
  const { out, report, strict, force } = values
  if (out === '' || report === '') throw new CommandError('a file name is empty; give --out and --report a name')
  if (report === '-') throw new CommandError('the report needs a file; standard output is for the document')
  return { input, out: out === '-' ? undefined : out, report, strict, force, skipKeys: values['skip-keys'] }
}

function parse(args: readonly string[]): ReturnType<typeof parseStrictly> {
  try {
    return parseStrictly(args)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const [sentence = ''] = error.message.split('. ')
    throw new CommandError(`${sentence}; see --help`)
  }
}

function parseStrictly(args: readonly string[]): {
  readonly values: { out?: string; report?: string; strict: boolean; force: boolean; 'skip-keys': boolean; help: boolean }
  readonly positionals: readonly string[]
} {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      report: { type: 'string' },
      strict: { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
      'skip-keys': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
}
