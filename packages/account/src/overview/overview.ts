// The page `/ui/account`: the signed-in user, and the section of each composed part.
import { readableAddress } from '@symbolon/core-protocol'
import type { AnyEndpoint } from '@symbolon/core-protocol'
import type { AnyAccountSection } from '../visit/section.ts'
import { accountPath } from '../ui/ui.ts'
import { hiddenFields } from '../visit/endpoints.ts'
import type { AccountEndpoints } from '../visit/endpoints.ts'

/** The endpoint of the account page. */
export function overviewPage(endpoints: AccountEndpoints, sections: readonly AnyAccountSection[]): AnyEndpoint {
  return endpoints.page({
    name: 'account',
    path: accountPath,
    stores: sections.flatMap(({ stores }) => stores),
    async page(visitor, context) {
      const { user } = visitor
      const shown = await Promise.all(sections.map(({ section }) => section(visitor, context)))
      return {
        kind: 'overview',
        fields: hiddenFields(visitor),
        displayName: user.displayName,
        loginName: user.loginName,
        ...(user.email === undefined ? {} : { email: { ...user.email, address: readableAddress(user.email.address) } }),
        ...(user.phone === undefined ? {} : { phone: user.phone }),
        organizationName: user.orgName,
        sections: shown.filter((section) => section !== undefined),
        ...(visitor.isOneOfSeveral ? { otherAccountPath: accountPath } : {}),
      }
    },
  })
}
