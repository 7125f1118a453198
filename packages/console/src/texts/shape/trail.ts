// The texts of the audit log.
import type { AuditEventType, ResourceKind } from '@symbolon/core-protocol'
import type { PolicyName } from './policies.ts'

/** The kinds of objects that events are about. */
export type EventSubjectKind = ResourceKind | 'user' | 'session' | 'token' | 'signingKey' | 'feature' | 'import'

/** What an event is called, and what it says. */
export interface EventTexts {
  readonly title: string
  /**
   * May hold `{actor}` (who did it), `{name}` (the person or the thing that it is about), `{object}` (the same, with its kind before it) and
   * `{client}` (the application). What is in brackets is left out when one of them is not known: `signed in[ to {client}]`.
   */
  readonly sentence: string
  /** The sentence where the user who acts is the user whom it is about. */
  readonly own?: string
}

/** The texts of the audit log in one language. */
export interface TrailTexts {
  readonly heading: string
  /** Stands where no user acted: for the server itself, and for an operator at its machine. */
  readonly server: string
  /** The console as an application. */
  readonly console: string
  /** Policies as they stand in a sentence: those of an organization, and those of the instance. */
  readonly policies: Readonly<Record<PolicyName, string>>
  readonly defaultPolicies: Readonly<Record<PolicyName, string>>
  /** The sentence for a policy that is created. */
  readonly policySet: string
  readonly events: Readonly<Record<AuditEventType, EventTexts>>
  /** Kinds of objects as they stand in a sentence, before a name. */
  readonly kinds: Readonly<Record<EventSubjectKind, string>>
  readonly filters: {
    readonly title: string
    /** Above the errors of the filters. */
    readonly wrong: string
    readonly type: string
    readonly anyType: string
    readonly actor: string
    readonly actorHelp: string
    readonly subject: string
    readonly subjectHelp: string
    readonly from: string
    readonly to: string
    readonly apply: string
    /** The filters that act now. */
    readonly active: string
    readonly drop: (filter: string) => string
    readonly badSubject: string
    readonly badTime: string
    readonly badType: string
  }
  readonly fields: {
    readonly id: string
    readonly at: string
    readonly actor: string
    readonly client: string
    readonly subject: string
    readonly organization: string
    readonly address: string
  }
  readonly sameActor: string
  readonly sameSubject: string
  readonly download: string
  readonly searchedUntil: (date: string) => string
  readonly downloadHelp: (limit: string) => string
  readonly newest: string
  readonly older: string
  readonly empty: string
}
