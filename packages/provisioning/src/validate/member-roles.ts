// The roles of members: those that exist and that can be given at the level of the member. A stored name that nobody knows would allow
// something on the day on which a role gets this name.
import { roleAt } from '@symbolon/permissions'
import type { Level } from '@symbolon/permissions'
import type { Problem } from '../report/reason.ts'
import { replaced, soundList } from './sound.ts'
import type { Sound } from './sound.ts'

/** A member without the roles that cannot be given, and why it cannot be stored. */
export interface SoundMember<T> extends Sound<T> {
  /** No role is left of those that it names. */
  readonly problem?: Problem
}

/** @returns the member with the roles that can be given at the level */
export function soundMember<T extends { readonly roles?: readonly string[] | undefined }>(member: T, level: Level): SoundMember<T> {
  const roles = soundList(member.roles, 'roles', (name) => (roleAt(name, level) === undefined ? 'role_unknown' : undefined))
  const sound = replaced(member, { roles })
  const [problem] = sound.dropped
  return problem === undefined || roles.value !== undefined ? sound : { value: member, dropped: [], problem }
}
