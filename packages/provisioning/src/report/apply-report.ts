// The result of applying a document.
import type { AuditEvent, AuditEventType, ResourceKind } from '@symbolon/core-protocol'
import type { Refusal } from '@symbolon/permissions'
import { textListMembers } from '@symbolon/schema-v2'
import type { Reason } from './reason.ts'

/** `ignored`: not stored. `notice`: stored, and a person should check it, for example because it has no effect. */
export type ApplyAction = 'created' | 'changed' | 'same' | 'removed' | 'kept' | 'refused' | 'ignored' | 'notice'

/** All actions, in the order in which a report counts them. */
export const applyActions: readonly ApplyAction[] = ['created', 'changed', 'same', 'removed', 'kept', 'refused', 'ignored', 'notice']

/** Values that this run generated. They can never be read again. */
export interface GeneratedValues {
  readonly clientId?: string
  readonly clientSecret?: string
  readonly token?: string
}

/** One row of the report. */
export interface ApplyEntry {
  /** The place of the object in the document, e.g. `orgs[0].oidcApps[2]`. */
  readonly path: string
  /** `member`: a part of the document that is not a resource. */
  readonly kind: ResourceKind | 'member'
  readonly key: readonly string[]
  /** The organization that the object belongs to. */
  readonly orgId?: string
  readonly action: ApplyAction
  readonly reason?: Reason
  /** The member of the object that the reason is about, e.g. `app.redirectUris[1]`. */
  readonly member?: string
  /** With `permission_denied`: what is missing, and which roles would do. */
  readonly refusal?: Refusal
  /** The maximum that a lifetime exceeds, e.g. `31536000s`. */
  readonly maximum?: string
  /** The names of the members that changed, or that differ if the object was kept. */
  readonly changed?: readonly string[]
  /** The number of objects that the row stands for, if it is about a list. */
  readonly count?: number
  /** The milliseconds of one verification, if the row is about a cost. */
  readonly milliseconds?: number
  readonly generated?: GeneratedValues
}

/** The result of applying a document, one row per object. Its only secrets are the ones that this run generated. */
export interface ApplyReport {
  readonly dryRun: boolean
  /** In the order of the document. Rows about anything but resources come last. */
  readonly entries: readonly ApplyEntry[]
  readonly counts: Readonly<Record<ApplyAction, number>>
  /** The signal stopped the run before the end of the document. Objects without a row were not tried. */
  readonly stopped?: true
}

/** @returns whether the row holds a secret. A client id does not count: it can be read again. */
export function hasSecret({ generated }: Pick<ApplyEntry, 'generated'>): boolean {
  return generated?.clientSecret !== undefined || generated?.token !== undefined
}

/** @returns the row without its secrets; it keeps its client id */
export function withoutSecrets({ generated: { clientId } = {}, ...entry }: ApplyEntry): ApplyEntry {
  return { ...entry, ...(clientId === undefined ? {} : { generated: { clientId } }) }
}

/** @returns a zero for every action */
export function noCounts(): Record<ApplyAction, number> {
  return { created: 0, changed: 0, same: 0, removed: 0, kept: 0, refused: 0, ignored: 0, notice: 0 }
}

/** @returns the report with its counts */
export function reportOf(entries: readonly ApplyEntry[], dryRun: boolean): ApplyReport {
  const counts = noCounts()
  for (const { action } of entries) counts[action] += 1
  return { dryRun, entries, counts }
}

/** The order of kinds in the report of one organization: an object comes before the objects that depend on it. */
const members = [
  'domains',
  'loginPolicy',
  'lockoutPolicy',
  'passwordComplexityPolicy',
  'domainPolicy',
  'privacyPolicy',
  'labelPolicy',
  'oidcIdps',
  'jwtIdps',
  ...textListMembers,
  'projects',
  'projectRoles',
  'humanUsers',
  'machineUsers',
  'oidcApps',
  'apiApps',
  'appKeys',
  'machineKeys',
  'userMetadata',
  'personalAccessTokens',
  'userLinks',
  'passkeys',
  'actions',
  'triggerActions',
  'projectGrants',
  'userGrants',
  'orgMembers',
  'projectMembers',
  'projectGrantMembers',
  'removedIds',
]

const ranks: ReadonlyMap<string, number> = new Map(members.map((member, index) => [member, index]))

/**
 * Sorts rows by the document: by organization, list and entry. The rows of the instance come after the organizations, rows about anything
 * but objects come last.
 */
export function inDocumentOrder(entries: readonly ApplyEntry[]): readonly ApplyEntry[] {
  const placed = entries.map((entry) => ({ entry, place: placeOf(entry) }))
  placed.sort((a, b) => {
    const different = a.place.findIndex((rank, level) => rank !== b.place[level])
    return different === -1 ? 0 : (a.place[different] ?? 0) - (b.place[different] ?? 0)
  })
  return placed.map(({ entry }) => entry)
}

/** The sort key: object or not, organization, list, entry. */
function placeOf({ kind, path }: ApplyEntry): readonly [number, number, number, number] {
  const [, org, member, index] = /^orgs\[([0-9]+)\](?:\.([A-Za-z]+)(?:\[([0-9]+)\])?)?/.exec(path) ?? []
  const organization = org === undefined ? Number.MAX_SAFE_INTEGER : Number(org)
  if (kind === 'member') return [1, organization, 0, 0]
  return [0, organization, member === undefined ? -1 : (ranks.get(member) ?? members.length), Number(index ?? -1)]
}

const types: Partial<Record<ApplyAction, AuditEventType>> = {
  created: 'resource_created',
  changed: 'resource_changed',
  removed: 'resource_removed',
}

/**
 * @returns the events for the audit trail: one for each object that the document changed, with the names of changed members and never their
 *   values; and one for all objects that the caller may not change
 */
export function auditEventsOf(report: Pick<ApplyReport, 'entries'>): readonly AuditEvent[] {
  const changes = report.entries.flatMap(({ action, kind, key, orgId, changed }): AuditEvent[] => {
    const type = types[action]
    if (type === undefined) return []
    const details = changed === undefined || changed.length === 0 ? {} : { details: { changed: changed.join(', ') } }
    return [{ type, subject: { kind, id: key.join('/') }, ...(orgId === undefined ? {} : { orgId }), ...details }]
  })
  const denied = report.entries.filter(isDenied)
  return [...changes, ...denied.slice(0, 1).map((first) => denialOf(first, denied.length))]
}

/** @returns whether the row was refused for a missing permission of the caller */
export function isDenied({ reason }: Pick<ApplyEntry, 'reason'>): boolean {
  return reason === 'permission_denied'
}

/**
 * @param first the first refused row
 * @param objects how many were refused: a document of a million rows shall not fill the audit trail
 * @returns one event for all of them
 */
export function denialOf({ kind, key, orgId, refusal }: ApplyEntry, objects: number): AuditEvent {
  const missing = refusal?.permission ?? refusal?.role
  const details = {
    objects,
    ...(refusal === undefined ? {} : { rule: refusal.rule }),
    ...(missing === undefined ? {} : { missing }),
  }
  return { type: 'permission_denied', subject: { kind, id: key.join('/') }, ...(orgId === undefined ? {} : { orgId }), details }
}
