// Short functions for the input and the results of a conversion.
import assert from 'node:assert/strict'
import type { DocumentOrg } from '@symbolon/schema-v2'
import { convertV1, V1InputError } from '../../src/index.ts'
import type { Converted, LedgerRow, ReasonCode, V1Options } from '../../src/index.ts'

export const orgId = '100000000000000001'

/** One organization with the members given. */
export function convertOrg(members: Readonly<Record<string, unknown>>, options?: V1Options): Converted & { readonly org: DocumentOrg } {
  const converted = convertV1({ orgs: [{ orgId, org: { name: 'Example' }, ...members }] }, options)
  return { ...converted, org: converted.document.orgs?.[0] ?? assert.fail('no org') }
}

export function human(members: Readonly<Record<string, unknown>> = {}, userId = '400000000000000001'): Readonly<Record<string, unknown>> {
  return {
    userId,
    user: { userName: 'ann', profile: { firstName: 'Ann', lastName: 'Lee' }, email: { email: 'ann@shop.example' }, ...members },
    state: 'USER_STATE_ACTIVE',
  }
}

/** `path reason`, with `×count` where a row has one, of the reasons given or of all but `no-effect`, which says what other rows do not depend on. */
export function rowsOf({ report }: Converted, ...reasons: readonly ReasonCode[]): readonly string[] {
  return report.rows.filter(({ reason }) => (reasons.length === 0 ? reason !== 'no-effect' : reasons.includes(reason))).map(rowText)
}

export function rowText({ path, reason, count }: LedgerRow): string {
  return `${path} ${reason}${count === undefined ? '' : ` ×${count}`}`
}

/** What the conversion is refused with: `code path offset`. */
export function refusal(input: unknown): string {
  try {
    convertV1(input)
  } catch (error) {
    if (!(error instanceof V1InputError)) throw error
    return [error.code, error.path, error.offset].filter((part) => part !== undefined && part !== '').join(' ')
  }
  return assert.fail('it was converted')
}
