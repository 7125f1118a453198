// What a person reads about documents that were applied, and about the secrets of runs that were killed before they had told them.
import { formatReport, generatedLines, visible } from '@symbolon/provisioning'
import type { ApplyEntry } from '@symbolon/provisioning'
import type { Generated, Told } from './untold-secrets.ts'

/** Why a secret is told by another run than the one that generated it: a line of the secrets file has it, too. */
export const leftNote = 'An earlier run generated this, and ended before it was known to have told it.'

/** Where the secrets are, if not in the text. */
export interface TextOptions {
  readonly secretsIn?: string | undefined
}

/** @returns the secrets that earlier runs have left, which are told first */
export function leftText(left: readonly Generated[], options: TextOptions = {}): string {
  const entries = left.flatMap((each) => each.entries)
  return section('Earlier runs generated these values, and ended before it was known that they had told them.', entries, options)
}

/** @returns the report, and what it cannot say about its secrets */
export function appliedText({ report, unconfirmed, elsewhere }: Told, options: TextOptions = {}): string {
  const { secretsIn } = options
  const further = [
    section('The database did not confirm the transaction that generated these values, and has stored them.', unconfirmed, options),
    elsewhere.length === 0
      ? ''
      : `This run stood still for too long: another one tells the secrets of ${elsewhere.map(({ kind, key }) => visible(`${kind} ${key.join('/')}`)).join(', ')}.\n`,
  ]
  return [formatReport(report, secretsIn === undefined ? {} : { secretsIn }), ...further].filter((text) => text !== '').join('\n')
}

function section(title: string, entries: readonly ApplyEntry[], { secretsIn }: TextOptions): string {
  if (entries.length === 0) return ''
  const where = secretsIn === undefined ? 'They are shown only now:' : `The secrets and tokens are in ${secretsIn}:`
  return `${title} ${where}\n${generatedLines(entries, { secretsIn }).join('\n')}\n`
}
