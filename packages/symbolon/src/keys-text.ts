// What a person reads on the terminal about signing keys.
import type { KeyReport } from '@symbolon/admin-api'

/** A table, and what was done. */
export function formatKeys({ keys, made, revoked }: KeyReport): string {
  const rows = [
    ['key', 'algorithm', 'state', ''],
    ...keys.map((key) => [key.kid, key.algorithm, key.state, remark(key)]),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const table = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd())
  return `${[
    ...table,
    '',
    ...(revoked === undefined
      ? []
      : [`Revoked ${revoked}. Nothing that it signed counts any more; other processes follow within 5 seconds.`]),
    ...made.map((kid) => `Made ${kid}.`),
  ].join('\n').trimEnd()}\n`
}

function remark({ state, activeFrom, publishedUntil, retiredAt, revokedAt }: KeyReport['keys'][number]): string {
  if (state === 'revoked') return `since ${revokedAt ?? ''}`
  if (state === 'retired') return `since ${retiredAt ?? ''}, kept for hints`
  const until = publishedUntil === undefined ? '' : `, published until ${publishedUntil}`
  return activeFrom === undefined ? 'published, no date yet' : `signs from ${activeFrom}${until}`
}
