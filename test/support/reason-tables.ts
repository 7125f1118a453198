// The tables of docs/migrate.md that say what each reason means, made of the lists in the code.
import { advice } from '@symbolon/provisioning'
import { exportAdvice, ledgerAdvice } from '@symbolon/transfer'
import { reasons } from '@symbolon/migration-v1'

export const reasonsBegin = '<!-- reasons -->\n'
export const reasonsEnd = '<!-- end of reasons -->\n'

const kinds = { loss: 'lost', notice: 'to look at', implied: 'nothing is missing' }

export function reasonTables(): string {
  return [
    'From the conversion of a v1 document (`symbolon-migrate-v1`, and imports with `--v1` under `Left out` and `To look at`):',
    '',
    '| reason | | what it means, and what to do |',
    '|---|---|---|',
    ...Object.entries(reasons).map(([code, reason]) => `| \`${code}\` | ${kinds[reason.kind]} | ${reason.advice} |`),
    '',
    'From reading the document (imports, under `Left out`):',
    '',
    '| reason | what it means, and what to do |',
    '|---|---|',
    ...Object.entries(ledgerAdvice).map(([code, text]) => `| \`${code}\` | ${text} |`),
    '',
    'From taking it over. Under `Errors` the object was left out or kept as it was, or, where a password, a hash, a phone number or a seed is at fault, stored without it; under `Left out` only the named member was; under `Kept without effect` and `To look at` it was taken:',
    '',
    '| reason | what it means, and what to do |',
    '|---|---|',
    ...Object.entries(advice).map(([code, text]) => `| \`${code}\` | ${text} |`),
    '',
    'From an export (the answer of one into a bucket, and the event `export_ended` of the audit trail):',
    '',
    '| reason | what it means, and what to do |',
    '|---|---|',
    ...Object.entries(exportAdvice).map(([code, text]) => `| \`${code}\` | ${text} |`),
    '',
  ].join('\n')
}
