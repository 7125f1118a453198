// The page after a sign-in without an application, such as after the recovery of a password.
import type { AnyEndpoint, LoginPolicy } from '@symbolon/core-protocol'
import { accountPath } from '../ui/ui.ts'
import type { AccountEndpoints } from '../visit/endpoints.ts'
import { pathFor } from '../visit/visitor.ts'

/** Leads to the `defaultRedirectUri` of the user's organization, else to the account page. */
export const landingPath: string = `${accountPath}/landing`

/** The endpoint of {@link landingPath}. */
export function landing(make: AccountEndpoints): AnyEndpoint {
  return make.redirect({
    name: 'account_landing',
    path: landingPath,
    stores: ['policies'],
    target: async (visitor, { stores }) => landingOf(await stores.policies.findLoginPolicy(visitor.user.orgId)) ?? pathFor(visitor),
  })
}

/**
 * The address of the policy, if a browser may be sent there. Documents with another scheme are refused; a database may hold one that an
 * earlier release accepted. https://nvd.nist.gov/vuln/detail/CVE-2026-29192
 */
export function landingOf({ defaultRedirectUri = '' }: Pick<LoginPolicy, 'defaultRedirectUri'>): string | undefined {
  if (!/^https?:\/\/[^\s\p{Cc}]+$/u.test(defaultRedirectUri)) return undefined
  return URL.parse(defaultRedirectUri)?.href
}
