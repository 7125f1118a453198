// Which changes need a fresh proof of the person who makes them (`staleProofOf`): all, except the ones that are listed here.
import type { ResourceKind } from '@symbolon/core-protocol'
import type { ApplyEntry } from '@symbolon/provisioning'
import { noteProofAsked } from './context.ts'
import type { Management } from './context.ts'

/**
 * Every operation that changes something calls it, after it asked for the rights.
 * @throws RestError insufficient_user_authentication
 */
export function requireFreshProof(management: Management): void {
  noteProofAsked(management)
  if (management.staleProof !== undefined) throw management.staleProof
}

/**
 * The members that a stolen token may change, by the kind of their object. They are names and notes for people: none of them decides who
 * gets in, what a caller may do, where a browser or a mail leads, or what an application trusts.
 */
const harmless: Partial<Record<ResourceKind, readonly string[]>> = {
  humanUser: [
    'user.profile.firstName',
    'user.profile.lastName',
    'user.profile.nickName',
    'user.profile.displayName',
    'user.profile.preferredLanguage',
    'user.profile.gender',
  ],
  machineUser: ['user.name', 'user.description'],
  project: ['project.name'],
  projectRole: ['displayName', 'group'],
}

/** @returns whether a change that the planner reports needs a fresh proof */
export function isDangerous(
  kind: ResourceKind,
  { action, changed }: Pick<ApplyEntry, 'action'> & { readonly changed: readonly string[] },
): boolean {
  if (action === 'same') return false
  if (action !== 'changed' || changed.length === 0) return true
  return !changed.every((member) => harmless[kind]?.includes(member))
}
