// Rows of the report that are about a piece and not about a resource: members that are left out, that have no effect, or that cost time.
// Pure.
import type { SecretHashing } from '@symbolon/core-protocol'
import { inputPaths, instanceEffects, isDefaultLoginText, membersWithoutEffect, orgEffects, weakMembersOf } from '@symbolon/schema-v2'
import type { HumanUser, InstanceSettings, LoginPolicy, MemberPath, OrgDomain, ProtectingPolicies, Weakness } from '@symbolon/schema-v2'
import type { ApplyEntry } from '../report/apply-report.ts'
import type { Reason } from '../report/reason.ts'
import { entryPath } from './document-piece.ts'
import type { DocumentPiece, ListMember } from './document-piece.ts'

/** Members of a document that are not stored: one row per list with a count, so that every loss is reported. Pure. */
export function ignoredMembers({ org, path, unknownMembers = [] }: DocumentPiece): readonly ApplyEntry[] {
  const { orgId, humanUsers = [], machineUsers = [], domains = [], domainPolicy } = org
  const counts: readonly (readonly [string, Reason, number])[] = [
    ['domainPolicy.orgId', 'other_org_id', isOther(domainPolicy?.orgId, orgId) ? 1 : 0],
    ['domains[*].orgId', 'other_org_id', domains.filter((domain) => isOther(domain.orgId, orgId)).length],
    ['domains[*].details', 'of_the_source', domains.filter(hasDetails).length],
    ['humanUsers[*].user.requestPasswordlessRegistration', 'sends_nothing', humanUsers.filter(asksForRegistration).length],
    ['humanUsers[*].user.password', 'password_not_needed', humanUsers.filter(hasBothPasswords).length],
    ['machineUsers[*].user.userId', 'other_user_id', machineUsers.filter(({ userId, user }) => isOther(user.userId, userId)).length],
  ]
  return [
    ...counts.filter(([, , count]) => count > 0).map(([name, reason, count]) => ignored(`${path}.${name}`, reason, count)),
    ...unknownRows(
      unknownMembers.map((member) => member.path),
      path,
    ),
  ]
}

/** The same member of several entries is one row, with the number of them: exporters write what the format does not have into every user. */
function unknownRows(paths: readonly string[], base: string): readonly ApplyEntry[] {
  const byPattern = Map.groupBy(paths, (path) => `${base}${path.slice(base.length).replaceAll(/\[\d+\]/g, '[*]')}`)
  return [...byPattern].map(([pattern, places]) => {
    const [first = pattern, second] = places
    return second === undefined ? unknownMember(first) : ignored(pattern, 'unknown_member', places.length)
  })
}

/** @returns the row for a member that the format does not have */
export function unknownMember(path: string): ApplyEntry {
  return ignored(path, 'unknown_member')
}

function isOther(repeated: string | undefined, id: string): boolean {
  return repeated !== undefined && repeated !== id
}

function hasDetails({ details }: OrgDomain): boolean {
  return details !== undefined && Object.keys(details).length > 0
}

function asksForRegistration({ user }: HumanUser): boolean {
  return user.requestPasswordlessRegistration === true
}

function hasBothPasswords({ user: { password, hashedPassword } }: HumanUser): boolean {
  return password !== undefined && hashedPassword?.value !== undefined
}

function ignored(path: string, reason: Reason, count?: number): ApplyEntry {
  return { path, kind: 'member', key: [], action: 'ignored', reason, ...(count === undefined ? {} : { count }) }
}

interface Finding {
  /** A single place. Most findings share a row with others, which does not name it. */
  readonly path: () => string
  /** The place without indices. Findings with the same pattern become one row. */
  readonly pattern: string
  readonly reason: Reason
  readonly count: number
}

/**
 * Members of a document without effect, and members that protect less than the defaults. They are stored, and a row says so, one for each member
 * of the entries of a list. Pure.
 */
export function membersWithoutEffectOf(piece: DocumentPiece): readonly ApplyEntry[] {
  const { org, path } = piece
  const placeOf = inputPaths(piece.emptyPlaces ?? [])
  const paths = Object.entries(orgEffects).flatMap(([name, effects]) =>
    membersWithoutEffect(withoutRemoved(Reflect.get(org, name)), effects, [name]),
  )
  return rowsOf([
    ...paths.map((member) => finding(member, org, (keys) => placeOf(placeIn(piece, keys)), path)),
    ...unmetDemands(org.loginPolicy, `${path}.loginPolicy`),
    ...weakMembers(org, path),
    ...defaultTexts(org, `${path}.loginTexts`),
  ])
}

/** @returns the rows for settings of the instance that nothing acts on, or that protect less than the defaults */
export function instanceMembersWithoutEffect(instance: InstanceSettings = {}): readonly ApplyEntry[] {
  return rowsOf([
    ...membersWithoutEffect(instance, instanceEffects).map((member) =>
      finding(member, instance, (keys) => spelled('instance', keys), 'instance'),
    ),
    ...unmetDemands(instance.loginPolicy, 'instance.loginPolicy'),
    ...weakMembers(instance, 'instance'),
  ])
}

function finding(member: MemberPath, root: object, place: (keys: MemberPath) => string, base: string): Finding {
  const value = valueAt(root, member)
  return {
    path: () => place(member),
    pattern: `${base}${member.map((key) => (typeof key === 'number' ? '[*]' : `.${key}`)).join('')}`,
    reason: 'no_effect',
    // A list of objects without effect counts as many objects without effect.
    count: member.length === 1 && Array.isArray(value) ? value.filter((entry) => !isRemoved(entry)).length : 1,
  }
}

/** The second factors that people can set up: codes of an app, and passkeys, which count as both kinds of security keys. */
const factorsOfPeople: readonly string[] = ['SECOND_FACTOR_TYPE_OTP', 'SECOND_FACTOR_TYPE_U2F', 'MULTI_FACTOR_TYPE_U2F_WITH_VERIFICATION']

/** The policy demands a second factor that this server cannot check. No user is signed in without it. */
function unmetDemands(policy: LoginPolicy | undefined, path: string): readonly Finding[] {
  if (policy === undefined || !(policy.forceMfa === true || policy.forceMfaLocalOnly === true)) return []
  const allowed: readonly string[] = [...(policy.secondFactors ?? []), ...(policy.multiFactors ?? [])]
  if (allowed.length === 0 || allowed.some((factor) => factorsOfPeople.includes(factor))) return []
  const member = `${path}.${policy.forceMfa === true ? 'forceMfa' : 'forceMfaLocalOnly'}`
  return [{ path: () => member, pattern: member, reason: 'no_effect_sign_in_refused', count: 1 }]
}

/** Texts of pages that equal the texts of the original product. One row for a piece. */
function defaultTexts({ loginTexts = [] }: DocumentPiece['org'], path: string): readonly Finding[] {
  const count = loginTexts.reduce((sum, texts) => sum + defaultsIn(texts), 0)
  return [{ path: () => path, pattern: path, reason: 'default_text', count }]
}

function defaultsIn(texts: object): number {
  const isDefault = (screen: string, [member, text]: readonly [string, unknown]): boolean =>
    typeof text === 'string' && isDefaultLoginText(screen, member, text)
  return Object.entries(texts)
    .flatMap(([screen, members]: [string, unknown]) =>
      typeof members === 'object' && members !== null ? Object.entries(members).map((entry) => isDefault(screen, entry)) : [],
    )
    .filter(Boolean).length
}

const weaknesses: Readonly<Record<Weakness, Reason>> = {
  short_passwords: 'policy_short_passwords',
  unlimited_attempts: 'policy_unlimited_attempts',
}

function weakMembers(policies: ProtectingPolicies, path: string): readonly Finding[] {
  return weakMembersOf(policies).map(({ policy, member, weakness }) => {
    const place = `${path}.${policy}.${member}`
    return { path: () => place, pattern: place, reason: weaknesses[weakness], count: 1 }
  })
}

function rowsOf(findings: readonly Finding[]): readonly ApplyEntry[] {
  return [...Map.groupBy(findings, ({ pattern, reason }) => `${reason} ${pattern}`).values()].flatMap((found): readonly ApplyEntry[] => {
    const [first, second] = found
    if (first === undefined) return []
    const { path, pattern, reason } = first
    const count = found.reduce((sum, each) => sum + each.count, 0)
    if (count === 0) return []
    return [
      {
        path: second === undefined ? path() : pattern,
        kind: 'member',
        key: [],
        action: 'notice',
        reason,
        ...(count === 1 ? {} : { count }),
      },
    ]
  })
}

/** An object that is removed needs no effect. */
function withoutRemoved(value: unknown): unknown {
  return Array.isArray(value) ? value.map((entry: unknown) => (isRemoved(entry) ? undefined : entry)) : value
}

function isRemoved(entry: unknown): boolean {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'state' in entry &&
    (entry.state === 'STATE_REMOVED' || entry.state === 'USER_STATE_DELETED')
  )
}

function placeIn(piece: DocumentPiece, [member, index, ...rest]: MemberPath): string {
  return typeof index === 'number'
    ? spelled(entryPath(piece, member as ListMember, index), rest)
    : spelled(piece.path, index === undefined ? [member ?? ''] : [member ?? '', index, ...rest])
}

function spelled(base: string, keys: MemberPath): string {
  return `${base}${keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')}`
}

function valueAt(root: object, path: MemberPath): unknown {
  return path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), root)
}

/** A hash that takes this long to verify is slow, in milliseconds. bcrypt with a cost of 13 or less is common, and faster. */
export const slowHash = 500

/**
 * Password hashes that are stored and cost much. Until the first sign-in replaces such a hash, each attempt of its user takes this time,
 * and every refused sign-in waits as long as the slowest hash, so that its time reveals nothing. One row for a piece, with the highest
 * cost.
 */
export function slowHashesOf({ org: { humanUsers = [] }, path }: DocumentPiece, hashing: SecretHashing): readonly ApplyEntry[] {
  const costs = humanUsers.flatMap(({ user: { hashedPassword } }) => {
    const inspection = hashedPassword?.value === undefined ? undefined : hashing.inspect(hashedPassword.value)
    return inspection?.supported === true && inspection.milliseconds >= slowHash ? [inspection.milliseconds] : []
  })
  return costs.length === 0
    ? []
    : [
        {
          path: `${path}.humanUsers[*].user.hashedPassword`,
          kind: 'member',
          key: [],
          action: 'notice',
          reason: 'password_hash_slow',
          count: costs.length,
          milliseconds: costs.reduce((highest, cost) => Math.max(highest, cost), 0),
        },
      ]
}
