// Checks a code that can be guessed: of an authenticator app, of recovery, of a mail. Codes of every kind share one count of each user, so
// that an attacker cannot go on with another kind. An attempt is counted before the code is verified, so that parallel guesses cannot get
// around the limit. https://www.rfc-editor.org/rfc/rfc4226#section-7.3
import type { HttpRequest, RequestContext } from '@symbolon/core-protocol'
import { digest } from '@symbolon/core-protocol'
import { codeRules } from './attempt-rules.ts'
import { beginAttempt } from './begin-attempt.ts'
import type { AttemptCounter, TooEarly } from './begin-attempt.ts'
import { knownBrowserCounter, knownFor } from './known-browser.ts'

/** The stores that a code attempt needs. */
export type CodeAttemptStore = 'knownBrowsers' | 'policies' | 'signInAttempts'

/** The user whose codes are guessed. */
export interface CodeHolder {
  readonly id: string
  /** Its login policy applies; undefined for that of the instance. */
  readonly orgId: string | undefined
}

/** The result of {@link attemptCode}. */
export type CodeAttempt =
  | { readonly kind: 'right' }
  /** `blocks`: this attempt reached the policy's number, so that browsers in which the user is not known are blocked. */
  | { readonly kind: 'wrong'; readonly blocks: boolean }
  /** The code was not verified. */
  | TooEarly

/**
 * Counts an attempt and verifies a code.
 *
 * @param verify compares the code and uses it up by one conditional write; called at most once
 * @param whenRight `clear` ends the count; `withdraw` takes back this attempt alone. A mailed code must not clear the count: an attacker who
 *   reads the mailbox could go on guessing the codes of an app
 */
export async function attemptCode(
  holder: CodeHolder,
  request: HttpRequest,
  verify: () => Promise<boolean>,
  context: RequestContext<CodeAttemptStore>,
  whenRight: 'clear' | 'withdraw' = 'clear',
): Promise<CodeAttempt> {
  const { policies, signInAttempts } = context.stores
  const policy = await policies.findLoginPolicy(holder.orgId)
  const ofBrowser = await knownBrowserCounter('code', holder.id, policy.maxOtpAttempts, request, context)
  const counter: AttemptCounter =
    ofBrowser?.isSpent === false
      ? ofBrowser
      : {
          key: digest(`code user ${holder.id}`),
          method: 'code',
          userId: holder.id,
          rules: codeRules(policy),
          shown: true,
          keptFor: knownFor,
        }
  const decision = await beginAttempt([counter], signInAttempts, context.now)
  if (decision.kind === 'too_early') return decision
  if (await verify()) {
    const cleared = [counter.key, ...(ofBrowser?.isSpent === true ? [ofBrowser.key] : [])]
    await (whenRight === 'clear' ? signInAttempts.settle([], cleared) : signInAttempts.settle(decision.attempts, []))
    return { kind: 'right' }
  }
  const { blocksAfter } = counter.rules
  return { kind: 'wrong', blocks: blocksAfter > 0 && decision.attempts.some(({ failedAttempts }) => failedAttempts >= blocksAfter) }
}
