// What a document says and nothing here acts on: it is kept, and a row says so, one for a member wherever a list repeats it. Pure.
import { inputPaths, instanceEffects, membersWithoutEffect, orgEffects } from '@symbolon/schema-v2'
import type { HumanUser, InstanceSettings, LoginPolicy, MemberPath } from '@symbolon/schema-v2'
import type { ApplyEntry } from '../report/apply-report.ts'
import type { Reason } from '../report/reason.ts'
import { entryPath } from './document-piece.ts'
import type { DocumentPiece, ListMember } from './document-piece.ts'

interface Finding {
  /** Of one place. */
  readonly path: string
  /** Without the places in lists: what makes one row of many. */
  readonly pattern: string
  readonly reason: Reason
  readonly count: number
}

export function membersWithoutEffectOf(piece: DocumentPiece): readonly ApplyEntry[] {
  const { org, path } = piece
  const placeOf = inputPaths(piece.emptyPlaces ?? [])
  const paths = Object.entries(orgEffects).flatMap(([name, effects]) => (
    membersWithoutEffect(withoutRemoved(Reflect.get(org, name)), effects, [name])
  ))
  return rowsOf([
    ...paths.map((member) => finding(member, org, (keys) => placeOf(placeIn(piece, keys)), path)),
    ...unmetDemands(org.loginPolicy, `${path}.loginPolicy`),
  ])
}

export function instanceMembersWithoutEffect(instance: InstanceSettings = {}): readonly ApplyEntry[] {
  return rowsOf([
    ...membersWithoutEffect(instance, instanceEffects).map((member) => finding(member, instance, (keys) => spelled('instance', keys), 'instance')),
    ...unmetDemands(instance.loginPolicy, 'instance.loginPolicy'),
  ])
}

function finding(member: MemberPath, root: object, place: (keys: MemberPath) => string, base: string): Finding {
  const value = valueAt(root, member)
  return {
    path: place(member),
    pattern: `${base}${member.map((key) => typeof key === 'number' ? '[*]' : `.${key}`).join('')}`,
    reason: isUnmetChange(root, member) ? 'no_effect_sign_in_refused' : 'no_effect',
    // A list of objects without effect is so many objects without effect.
    count: member.length === 1 && Array.isArray(value) ? value.filter((entry) => !isRemoved(entry)).length : 1,
  }
}

/** Beside a hash the format itself ignores the demand for a new password; `humanUsersOf` leaves it out there. */
function isUnmetChange(root: object, member: MemberPath): boolean {
  const [list, index, , name] = member
  if (list !== 'humanUsers' || name !== 'passwordChangeRequired' || typeof index !== 'number') return false
  const { user }: Pick<HumanUser, 'user'> = valueAt(root, [list, index]) as HumanUser
  return user.hashedPassword?.value === undefined
}

/** A second factor is demanded, and not the one that can be checked here: nobody is signed in with less. */
function unmetDemands(policy: LoginPolicy | undefined, path: string): readonly Finding[] {
  if (policy === undefined || !(policy.forceMfa === true || policy.forceMfaLocalOnly === true)) return []
  const allowed = [...policy.secondFactors ?? [], ...policy.multiFactors ?? []]
  if (allowed.length === 0 || allowed.includes('SECOND_FACTOR_TYPE_OTP')) return []
  const member = `${path}.${policy.forceMfa === true ? 'forceMfa' : 'forceMfaLocalOnly'}`
  return [{ path: member, pattern: member, reason: 'no_effect_sign_in_refused', count: 1 }]
}

function rowsOf(findings: readonly Finding[]): readonly ApplyEntry[] {
  return [...Map.groupBy(findings, ({ pattern, reason }) => `${reason} ${pattern}`).values()].flatMap((found): readonly ApplyEntry[] => {
    const [first, second] = found
    if (first === undefined) return []
    const { path, pattern, reason } = first
    const count = found.reduce((sum, each) => sum + each.count, 0)
    if (count === 0) return []
    return [{ path: second === undefined ? path : pattern, kind: 'member', key: [], action: 'notice', reason, ...(count === 1 ? {} : { count }) }]
  })
}

/** What is taken away needs no effect. */
function withoutRemoved(value: unknown): unknown {
  return Array.isArray(value) ? value.map((entry: unknown) => isRemoved(entry) ? undefined : entry) : value
}

function isRemoved(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && 'state' in entry && (entry.state === 'STATE_REMOVED' || entry.state === 'USER_STATE_DELETED')
}

function placeIn(piece: DocumentPiece, [member, index, ...rest]: MemberPath): string {
  return typeof index === 'number' ? spelled(entryPath(piece, member as ListMember, index), rest) : spelled(piece.path, index === undefined ? [member ?? ''] : [member ?? '', index, ...rest])
}

function spelled(base: string, keys: MemberPath): string {
  return `${base}${keys.map((key) => typeof key === 'number' ? `[${key}]` : `.${key}`).join('')}`
}

function valueAt(root: object, path: MemberPath): unknown {
  return path.reduce<unknown>((value, key) => typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined, root)
}
