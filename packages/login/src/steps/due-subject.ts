// The user for whom a composed step is due, for the endpoints that take its forms.
import type { DueStep } from '@symbolon/core-protocol'
import type { UserInBrowser } from '../factors/user-in-browser.ts'
import { requestedSteps, isKnown } from '../visit/next-step.ts'
import type { KnownSubject } from '../visit/next-step.ts'
import { nextStepOf } from '../visit/visit.ts'
import type { Visit } from '../visit/visit.ts'

/** A user for whom a step is due. */
export interface DueSubject {
  readonly subject: KnownSubject
  /** False for a step that was offered. */
  readonly required: boolean
}

/**
 * Finds the user for whom the step is the next one.
 *
 * @returns undefined when the form was posted twice, in the wrong order, or without being asked for: its endpoint returns to the dispatcher
 *   and writes nothing
 */
export function dueSubject(visit: Visit, step: DueStep): DueSubject | undefined {
  const next = nextStepOf(visit)
  if (next.kind === 'offer' && next.step === step) return { subject: next.subject, required: false }
  if (next.kind !== 'authenticate' || next.step !== step || !isKnown(next.subject)) return undefined
  return { subject: next.subject, required: true }
}

/**
 * As {@link dueSubject}, also if the proof of the user has expired since the step began. For a form whose response shows that it began with a
 * proof: a code that was mailed then.
 */
export function begunSubject(visit: Visit, step: DueStep): DueSubject | undefined {
  const next = nextStepOf(visit)
  const { request, skipped = [] } = visit.pending
  const isAsked = requestedSteps(request).includes(step) && !skipped.includes(step)
  if (next.kind !== 'authenticate' || !isAsked || !isKnown(next.subject)) return dueSubject(visit, step)
  return { subject: next.subject, required: false }
}

/** The user in the browser of the visit: what drafts of this sign-in are bound to. @throws TypeError for a request without a browser */
export function userInBrowser({ user }: KnownSubject, { pending: { browser } }: Visit): UserInBrowser {
  if (browser === undefined) throw new TypeError('A step of a sign-in belongs to a browser.')
  return { user, browser }
}
