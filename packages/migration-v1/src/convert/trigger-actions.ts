// Triggers of actions. v1 writes enums by name or number, v2 writes the number as a string. The numbers are the same.

import type { Path } from '@symbolon/json-stream'
import { documentOrgSchema } from '@symbolon/schema-v2'
import type { TriggerActions } from '@symbolon/schema-v2'
import { leaveOut } from './entry-id.ts'
import { isEmptyPlace, memberOf } from './member-names.ts'
import type { OrgContext } from './org-context.ts'
import { readEntry } from './read-entry.ts'

const schema = documentOrgSchema.fields.triggerActions.item

const digits: Readonly<Record<'flowType' | 'triggerType', Readonly<Record<string, string>>>> = {
  flowType: { FLOW_TYPE_EXTERNAL_AUTHENTICATION: '1' },
  triggerType: { TRIGGER_TYPE_POST_AUTHENTICATION: '1', TRIGGER_TYPE_PRE_CREATION: '2', TRIGGER_TYPE_POST_CREATION: '3' },
}

/** @returns the entry with numbers for names; undefined for an entry that does not match the format, with a row in the ledger */
export function convertTriggerActions(raw: unknown, place: Path, { ledger }: OrgContext): TriggerActions | undefined {
  if (isEmptyPlace(raw)) return undefined
  const converted: Record<string, unknown> = typeof raw === 'object' && raw !== null ? { ...raw } : {}
  for (const name of ['flowType', 'triggerType'] as const) {
    const member = memberOf(raw, name)
    const number = member === undefined ? undefined : toDigits(name, member.value)
    if (number === undefined) {
      leaveOut(raw, place, ledger, `${name} must be the name or the quoted number of a v1 enum value.`)
      return undefined
    }
    converted[member?.spelling ?? name] = number
  }
  return readEntry(schema, converted, place, ledger)
}

/** "0" is the zero of both enums: no flow and no trigger. */
function toDigits(name: keyof typeof digits, value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return undefined
  return Object.hasOwn(digits[name], text) ? digits[name][text] : /^[1-9][0-9]{0,2}$/.exec(text)?.[0]
}
