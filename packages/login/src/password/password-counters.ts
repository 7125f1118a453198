// Selects the counters of a password attempt. In a known browser, that is the browser's own counter. Elsewhere, it is one counter of the typed
// name, whoever has it, and one of the user that the name means. Only the delay of the name's counter is shown. The delay of the user's counter
// would reveal that two names mean one user, and the number of an organization's policy would reveal that a name is one of its users'.
import type { LoginPolicy, User } from '@symbolon/core-protocol'
import { canonicalLoginName, digest } from '@symbolon/core-protocol'
import { blockTime, unknownBrowserRules } from '../attempts/attempt-rules.ts'
import type { AttemptCounter } from '../attempts/begin-attempt.ts'
import { knownBrowserCounter } from '../attempts/known-browser.ts'
import type { LoginContext } from '../visit/visit.ts'

/**
 * Selects the counters. An unknown user has the same counters as a known one, so that both lead to the same reads and writes.
 *
 * @param name as typed, completed by the organization of the authorization request
 * @param policy of the user's organization, or of the instance for an unknown user
 */
export async function passwordCounters(
  name: string,
  user: User | undefined,
  policy: LoginPolicy,
  request: Request,
  context: LoginContext,
): Promise<readonly AttemptCounter[]> {
  const ofBrowser = await knownBrowserCounter('password', user?.id ?? '', policy.maxPasswordAttempts, request, context)
  if (ofBrowser !== undefined) return [ofBrowser]
  const canonical = canonicalLoginName(name)
  const policyOfName = await context.stores.policies.findLoginPolicyOfDomain(canonical.slice(canonical.lastIndexOf('@') + 1))
  return [
    { key: digest(`password name ${canonical}`), rules: unknownBrowserRules(policyOfName), shown: true, keptFor: blockTime },
    {
      key: digest(user === undefined ? `password nobody ${canonical}` : `password user ${user.id}`),
      ...(user === undefined ? {} : { userId: user.id }),
      rules: unknownBrowserRules(policy),
      shown: false,
      keptFor: blockTime,
    },
  ]
}
