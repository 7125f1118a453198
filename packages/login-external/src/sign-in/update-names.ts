// Takes over the names of an account at every sign-in, where a provider is set to do so. It never writes the email address or the user name:
// by these a user is found, and whoever controls the provider would take over any account.
import type { User } from '@symbolon/core-protocol'
import type { ExternalIdentity } from '../identity/external-identity.ts'
import type { ExternalContext } from './surroundings.ts'

const members = ['firstName', 'lastName', 'nickName', 'displayName', 'preferredLanguage'] as const

/** @returns the user with the new names, or as before when they were changed at the same time */
export async function updateNames(user: User, identity: ExternalIdentity, { stores, log, now }: ExternalContext): Promise<User> {
  const changed = members.filter((member) => identity[member] !== undefined && identity[member] !== user[member])
  if (changed.length === 0) return user
  const profile = Object.fromEntries(changed.map((member) => [member, identity[member]]))
  const seen = Object.fromEntries(changed.map((member) => [member, user[member]]))
  const outcome = await stores.userAccounts.change(user.id, seen, { profile }, now())
  if (outcome.kind === 'done') return outcome.user
  log.warn('external_update_failed', { userId: user.id, reason: outcome.reason })
  return user
}
