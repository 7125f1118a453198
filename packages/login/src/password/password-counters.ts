// Which counts a try of a password belongs to. In a known browser to its own. Elsewhere to the name that was typed, whoever has it, and to
// the user whom it means. Somebody who has to wait is told so by the count of the name alone: the count of the user would tell that two
// names are one user's, and the number of an organization that a name is one of its users'.
import type { LoginPolicy, User } from '@symbolon/core-protocol'
import { canonicalLoginName, digest } from '@symbolon/core-protocol'
import { blockTime, strangerRules } from '../attempts/attempt-rules.ts'
import type { AttemptCounter } from '../attempts/begin-attempt.ts'
import { knownBrowserCounter } from '../attempts/known-browser.ts'
import type { LoginContext } from '../visit/visit.ts'

/**
 * @param name as it was typed, completed by the organization of the request
 * @param policy of the user's organization
 */
export async function passwordCounters(
  name: string,
  user: User | undefined,
  policy: LoginPolicy,
  request: Request,
  context: LoginContext,
): Promise<readonly AttemptCounter[]> {
  const known = await knownBrowserCounter('password', user?.id ?? '', policy.maxPasswordAttempts, request, context)
  if (known !== undefined) return [known]
  const canonical = canonicalLoginName(name)
  const policyOfName = await context.stores.policies.findLoginPolicyOfDomain(canonical.slice(canonical.lastIndexOf('@') + 1))
  return [
    { key: digest(`password name ${canonical}`), rules: strangerRules(policyOfName), shown: true, keptFor: blockTime },
    {
      // For nobody the same is written.
      key: digest(user === undefined ? `password nobody ${canonical}` : `password user ${user.id}`),
      ...(user === undefined ? {} : { userId: user.id }),
      rules: strangerRules(policy),
      shown: false,
      keptFor: blockTime,
    },
  ]
}
