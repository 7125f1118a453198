// What applying a document did.
import type { AuditEvent, AuditEventType, ResourceKind } from '@symbolon/core-protocol'
import type { Reason } from './reason.ts'

/** `ignored`: not taken over. `notice`: taken over, and still to be looked at, because it does not do what it says. */
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
  /** Where the object stands in the document, e.g. `orgs[0].oidcApps[2]`. */
  readonly path: string
  /** `member`: a part of the document that is no resource of its own. */
  readonly kind: ResourceKind | 'member'
  readonly key: readonly string[]
  readonly action: ApplyAction
  readonly reason?: Reason
  /** The member of the object that the reason is about, e.g. `app.redirectUris[1]`. */
  readonly member?: string
  /** The names of the members that changed, or of those that differ when the object was kept. */
  readonly changed?: readonly string[]
  /** How many objects the row stands for, where it is a list. */
  readonly count?: number
  /** What one verification takes, where the row is about a cost. */
  readonly milliseconds?: number
  readonly generated?: GeneratedValues
}

/** What applying a document did, one row per object. The only secrets in it are those that this run generated. */
export interface ApplyReport {
  readonly dryRun: boolean
  /** In the order of the document; what it holds beside resources comes last. */
  readonly entries: readonly ApplyEntry[]
  readonly counts: Readonly<Record<ApplyAction, number>>
  /** The signal ended the run before the document did: what has no row was not tried. */
  readonly stopped?: true
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

/** In which order the rows of one organization are read best: what others hang on comes first. */
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
  'loginTexts',
  'initMessages',
  'passwordResetMessages',
  'verifyEmailMessages',
  'verifyPhoneMessages',
  'verifySmsOtpMessages',
  'verifyEmailOtpMessages',
  'domainClaimedMessages',
  'passwordlessRegistrationMessages',
  'inviteUserMessages',
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
  'actions',
  'triggerActions',
  'projectGrants',
  'userGrants',
  'orgMembers',
  'projectMembers',
  'projectGrantMembers',
]

const ranks: ReadonlyMap<string, number> = new Map(members.map((member, index) => [member, index]))

/**
 * Rows in the order of the document, however their objects were applied: organization by organization, list by list, entry by entry; the
 * instance after them, and rows that stand for no object last.
 */
export function inDocumentOrder(entries: readonly ApplyEntry[]): readonly ApplyEntry[] {
  const placed = entries.map((entry) => ({ entry, place: placeOf(entry) }))
  placed.sort((a, b) => {
    const different = a.place.findIndex((rank, level) => rank !== b.place[level])
    return different === -1 ? 0 : (a.place[different] ?? 0) - (b.place[different] ?? 0)
  })
  return placed.map(({ entry }) => entry)
}

/** Object or not, organization, list, entry. */
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
 * @returns the events for the audit trail: one for every object that the document changed, with the names of changed members and never
 * their values
 */
export function auditEventsOf(report: ApplyReport): readonly AuditEvent[] {
  return report.entries.flatMap(({ action, kind, key, changed }): AuditEvent[] => {
    const type = types[action]
    if (type === undefined) return []
    const details = changed === undefined || changed.length === 0 ? {} : { details: { changed: changed.join(', ') } }
    return [{ type, subject: { kind, id: key.join('/') }, ...details }]
  })
}
