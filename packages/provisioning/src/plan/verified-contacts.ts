// Contacts of people that a document states as verified. Where the caller may not state it, the contact is kept as unverified and reported.
import { canonicalLoginName } from '@symbolon/core-protocol'
import type { ContactFacts, ContactsAsked, Resource } from '@symbolon/core-protocol'
import { domainOfAddress, mayStateVerified } from '@symbolon/permissions'
import type { Caller } from '@symbolon/permissions'
import { isJsonObject } from '@symbolon/schema-v2'
import type { Content, DesiredResource } from '../desired/desired-resource.ts'
import type { Problem } from '../report/reason.ts'

/** The members of the two kinds of contacts. */
const contacts = [
  { member: 'email', value: 'email', flag: 'isEmailVerified', reason: 'email_unproven' },
  { member: 'phone', value: 'phone', flag: 'isPhoneVerified', reason: 'phone_unproven' },
] as const

type ContactMembers = (typeof contacts)[number]

/** The facts for callers who may vouch for every contact. */
export const noContactFacts: ContactFacts = { domainHolders: new Map(), verifiedBy: new Map() }

/** @returns the addresses that the resources state as verified, with their domains */
export function statedAddresses(resources: readonly DesiredResource[]): ContactsAsked {
  const stated = resources.flatMap(({ kind, content }) => (kind === 'humanUser' ? (verifiedIn(content, contacts[0]) ?? []) : []))
  return { domains: stated.map(domainOfAddress), addresses: stated.map(canonicalLoginName) }
}

/**
 * @param stored the person as stored: a contact that is verified there stays verified
 * @returns the person without the statements that the caller may not make; each is in `dropped`
 */
export function withoutUnprovenContacts(
  desired: DesiredResource,
  stored: Pick<Resource, 'content'> | undefined,
  caller: Caller,
  facts: ContactFacts,
): DesiredResource {
  const { kind, key, orgId, content, removed } = desired
  if (kind !== 'humanUser' || removed || orgId === undefined || caller.kind === 'system') return desired
  const unproven = contacts.filter((contact) => {
    const value = verifiedIn(content, contact)
    if (value === undefined || isVerifiedAs(stored?.content, contact, value)) return false
    const stated = { userId: key[0] ?? '', orgId, ...(contact.member === 'email' ? { address: value } : {}) }
    return !mayStateVerified(caller, stated, facts)
  })
  if (unproven.length === 0) return desired
  const problems = unproven.map(({ member, flag, reason }): Problem => ({ reason, member: `user.${member}.${flag}` }))
  return { ...desired, content: unproven.reduce(asUnverified, content), dropped: [...(desired.dropped ?? []), ...problems] }
}

function verifiedIn({ user }: Content, { member, value, flag }: ContactMembers): string | undefined {
  const contact = isJsonObject(user) ? user[member] : undefined
  if (!isJsonObject(contact) || contact[flag] !== true) return undefined
  const text = contact[value]
  return typeof text === 'string' && text !== '' ? text : undefined
}

function isVerifiedAs(stored: Content | undefined, contact: ContactMembers, value: string): boolean {
  const before = stored === undefined ? undefined : verifiedIn(stored, contact)
  return before !== undefined && canonicalLoginName(before) === canonicalLoginName(value)
}

function asUnverified(content: Content, { member, flag }: ContactMembers): Content {
  const { user } = content
  const contact = isJsonObject(user) ? user[member] : undefined
  if (!isJsonObject(user) || !isJsonObject(contact)) return content
  const { [flag]: _, ...rest } = contact
  return { ...content, user: { ...user, [member]: rest } }
}
