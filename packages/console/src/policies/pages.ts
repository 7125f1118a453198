// The pages of policies, of the instance and of organizations.
import type { AnyEndpoint } from '@symbolon/core-protocol'
import type { ConsolePages } from '../page/page.ts'
import { changePolicy, policyForm, policyList, policyPage } from './policy-pages.ts'
import { policies } from './settings.ts'

/** @returns the pages */
export function policyPages({ page }: ConsolePages): readonly AnyEndpoint[] {
  const pagesOf = (of: string, base: string, own: typeof policies): readonly AnyEndpoint[] => [
    page({ name: `policies of ${of} in the console`, path: base, page: policyList }),
    ...own.flatMap((policy) => {
      const path = `${base}/${policy.name}`
      return [
        page({ name: `${policy.name} of ${of} in the console`, path, page: policyPage(policy) }),
        page({
          name: `change of the ${policy.name} of ${of} in the console`,
          path: `${path}/change`,
          dangerous: true,
          page: policyForm(policy),
          post: changePolicy(policy),
        }),
      ]
    }),
  ]
  return [
    ...pagesOf('the instance', '/instance/policies', policies),
    ...pagesOf(
      'an organization',
      '/orgs/:orgId/policies',
      policies.filter(({ ofOrganizations }) => ofOrganizations),
    ),
  ]
}
