// The audit trail: who did what to whom, when and from where. Events are never changed and never hold a secret.
// https://cheatsheetseries.owasp.org/cheatsheets/Logging_Vocabulary_Cheat_Sheet.html

/** What happened, in the order of a list for people. */
export const auditEventTypes = [
  'login_succeeded',
  'login_failed',
  'second_factor_checked',
  'second_factor_failed',
  'second_factor_added',
  'second_factor_removed',
  'recovery_codes_made',
  // A passkey or a security key was added or removed by its user.
  'passkey_added',
  'passkey_removed',
  // The authenticator app, the recovery codes and the passkeys of the subject were removed together, with a new password.
  'factors_removed',
  // `actorId` got a token in which it acts as the subject.
  'user_impersonated',
  'authorization_code_reused',
  'password_changed',
  'recovery_started',
  // The subject reported, by the link of a mail, that another person made a change. Sessions and tokens ended.
  'change_reported',
  // An administrator got a link by which the subject sets a password.
  'user_link_issued',
  // The mail server refused a mail to the subject for good. It is not sent again.
  'mail_refused',
  // The actor accepted or declined roles that another organization offers.
  'membership_accepted',
  'membership_declined',
  // Suspended roles count again: the actor proved a factor that is older than the change of credentials.
  'roles_resumed',
  'session_ended',
  'token_revoked',
  'refresh_token_reused',
  'backup_started',
  'backup_ended',
  'restore_started',
  'restore_ended',
  'export_started',
  'export_ended',
  // A user was refused what the roles of the user do not allow.
  'permission_denied',
  'import_started',
  'import_ended',
  // An administrator asked a running import to stop.
  'import_stop_requested',
  'resource_created',
  'resource_changed',
  'resource_removed',
  // The subject opened a session of the console, or proved every factor again for a dangerous act in it.
  'console_signed_in',
  'stepped_up',
  'feature_changed',
  'signing_key_rotated',
  'signing_key_revoked',
  // A master key opens the instance from now on, or does not any more.
  'master_key_added',
  'master_key_forgotten',
] as const
type BuiltInAuditEventType = (typeof auditEventTypes)[number]

/** The types of events. A package adds its types by declaration merging, and its part describes each in `auditEvents`. */
export interface AuditEventTypes extends Readonly<Record<BuiltInAuditEventType, true>> {}

/** What happened. */
export type AuditEventType = keyof AuditEventTypes

/** @returns the built-in types, and those that parts declare */
export function allEventTypes(declared: ReadonlyMap<string, unknown>): readonly AuditEventType[] {
  // Parts declare only types that they add to `AuditEventTypes`.
  return [...auditEventTypes, ...([...declared.keys()] as readonly AuditEventType[])]
}

/** An event of the audit trail, before it is stored. */
export interface AuditEvent {
  readonly type: AuditEventType
  /** The user who acted. Absent if the user is unknown, e.g. for a sign-in under an unknown name or for an operator at the machine. */
  readonly actorId?: string
  /** The client through which it was done. */
  readonly clientId?: string
  /** The object of the action. */
  readonly subject?: { readonly kind: string; readonly id: string }
  readonly orgId?: string
  /** Where the request came from: `RequestContext.remoteAddress`. */
  readonly remoteAddress?: string
  /** Further facts, e.g. the reason of a refusal or the names of changed members. */
  readonly details?: Readonly<Record<string, string | number | boolean>>
}

/** An event with its position and its time. */
export interface StoredAuditEvent extends AuditEvent {
  /** The position in the trail: sorts by time, as text. */
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/**
 * The person whom an event is about: its subject, or the actor where there is no other subject. Undefined for events without a user, such
 * as a sign-in under an unknown name.
 */
export function personOf({ actorId, subject }: Pick<AuditEvent, 'actorId' | 'subject'>): string | undefined {
  if (subject === undefined || subject.kind === 'session') return actorId
  return subject.kind === 'user' || subject.kind === 'humanUser' || subject.kind === 'userLink' ? subject.id : undefined
}

/** The limit for refused sign-ins. Any visitor can cause them. */
export interface RefusalRoom {
  /** The network that the request came from: its refusals are removed together. */
  readonly source: string
  /** How many refusals of all sources are kept together. */
  readonly limit: number
}

/** Which events to read. Every member narrows the list. */
export interface AuditEventQuery {
  /** The id of the last event of the page before. */
  readonly before?: string
  readonly limit: number
  readonly orgId?: string
  readonly actorId?: string
  readonly subject?: { readonly kind: string; readonly id: string }
  readonly type?: AuditEventType
  /** Milliseconds since the epoch: events at this time or later, and events before that one. */
  readonly from?: number
  readonly to?: number
}

/** What a search found. */
export interface FoundAuditEvents {
  /** At most as many as were asked for. */
  readonly events: readonly StoredAuditEvent[]
  /** The `before` that goes on; absent at the end of the trail. A search that found little, or nothing, may go on all the same. */
  readonly next?: string
}

/** Which events are counted. */
export interface AuditEventCount {
  readonly type: AuditEventType
  readonly orgId?: string
  /** Milliseconds since the epoch, ascending, at most 100: events are counted from each time to the next one. */
  readonly times: readonly number[]
  /** No count goes further, so that the call is fast however many events there are. */
  readonly most: number
}

/** Stores the audit trail. */
export interface AuditEventStore {
  append(events: readonly StoredAuditEvent[]): Promise<void>
  /**
   * Stores the event of a refused sign-in. At the limit, the oldest events of the networks with the most events are removed, so that a flood
   * removes no events of others.
   */
  appendRefusal(event: StoredAuditEvent, room: RefusalRoom): Promise<void>
  /**
   * Stores the event under its id, or counts it with the event that has this id: `details.repeated` then says how many further ones there were.
   */
  appendRepeated(event: StoredAuditEvent): Promise<void>
  /** The newest events first, at most `limit`. */
  list(query: Pick<AuditEventQuery, 'before' | 'limit' | 'orgId'>): Promise<readonly StoredAuditEvent[]>
  /** The newest events first that meet every filter. One call reads a bounded number of events, however few of them do. */
  search(query: AuditEventQuery): Promise<FoundAuditEvents>
  /** The number of events between each time and the next one. */
  countBetween(query: AuditEventCount): Promise<readonly number[]>
  /**
   * The newest events that are about the person (`personOf`), at most `limit`.
   * @param options `refused`: those of `appendRefusal` alone, or all others, so that a flood of refusals hides nothing
   */
  listOfPerson(personId: string, options: { readonly refused: boolean; readonly limit: number }): Promise<readonly StoredAuditEvent[]>
  /** Removes at most `limit` of the events that are older than `auditRetention`. */
  deleteExpired(now: number, limit: number): Promise<number>
}

/** How long events are kept, milliseconds: one year. */
export const auditRetention: number = 365 * 86_400_000

/** How many refused requests of one caller a minute have separate events. The others share one event with their number. */
export const denialsAMinute = 60

/** How many refused sign-ins of all sources are kept together: about 40 MB. */
export const refusalLimit = 100_000

/** @returns the beginning of the ids of events at this time (milliseconds); ids sort by time */
export function auditPosition(at: number): string {
  return String(at).padStart(15, '0')
}
