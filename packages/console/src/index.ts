// The management console: pages by which a team runs an instance. It is a client of the provider like any other.
import type { AnyClient, AnyEndpoint, SecretHashing } from '@symbolon/core-protocol'
import type { ImportSettings, SendLink } from '@symbolon/management-api'
import { accessTokenPages } from './access-tokens/access-tokens.ts'
import { assetEndpoints } from './look/assets.ts'
import { brandingPages } from './branding/pages.ts'
import { clientKeyPages } from './client-keys/pages.ts'
import { customTextPages } from './custom-texts/pages.ts'
import { changeDomains, domainsPage } from './domains/domains.ts'
import { memberPages } from './members/pages.ts'
import { createOrganization, newOrganization, organizationList, organizationPage } from './organizations/organizations.ts'
import { applicationPages } from './applications/pages.ts'
import { projectPages } from './projects/pages.ts'
import { overview } from './overview/overview.ts'
import { callback } from './sign-in/callback.ts'
import { consoleClient } from './client/client.ts'
import { policyPages } from './policies/pages.ts'
import { identityProviderPages } from './identity-providers/pages.ts'
import { signOut } from './sign-in/sign-out.ts'
import { featurePage, featuresPage, switchFeature } from './features/features.ts'
import { keysPage, revoke, revokePage, rotate, rotatePage } from './keys/keys.ts'
import { consolePages } from './page/page.ts'
import { downloadEvents, eventsPage } from './trail/pages.ts'
import { searchPage } from './search/search.ts'
import { undoPages } from './undo/page.ts'
import { transferPages } from './transfer/pages.ts'
import { userPages } from './users/pages.ts'

export { consolePath } from './client/client.ts'

/** The options of the console. */
export interface ConsoleOptions extends ImportSettings {
  /** Hashes passwords and verifies imported secrets. */
  readonly hashing: SecretHashing
  /** Issues links to set a password; without it the console has no invitations. */
  readonly sendLink?: SendLink
}

/** The parts of the console. */
export interface Console {
  readonly endpoints: readonly AnyEndpoint[]
  readonly clients: readonly AnyClient[]
}

/** @returns the parts of the console; compose both of them */
export function managementConsole({ hashing, sendLink, ...imports }: ConsoleOptions): Console {
  const pages = consolePages(hashing)
  const { page } = pages
  return {
    clients: [consoleClient],
    endpoints: [
      callback,
      ...accessTokenPages(pages),
      ...applicationPages(pages),
      ...assetEndpoints,
      ...brandingPages(pages),
      ...clientKeyPages(pages),
      ...customTextPages(pages),
      ...projectPages(pages),
      page({ name: 'console', path: '', stores: ['auditEvents'], page: overview }),
      page({
        name: 'sign-out of the console',
        path: '/sign-out',
        stores: ['auditEvents', 'consoleSessions'],
        page: overview,
        post: signOutOf,
      }),
      page({ name: 'organizations in the console', path: '/orgs', page: organizationList }),
      page({ name: 'new organization in the console', path: '/new-org', page: newOrganization, post: createOrganization }),
      page({ name: 'domains in the console', path: '/orgs/:orgId/domains', dangerous: 'post', page: domainsPage, post: changeDomains }),
      ...identityProviderPages(pages),
      ...memberPages(pages),
      ...policyPages(pages),
      page({ name: 'search in the console', path: '/search', page: searchPage }),
      ...transferPages(pages, imports),
      ...undoPages(pages),
      ...userPages(pages, sendLink),
      page({ name: 'organization in the console', path: '/orgs/:orgId', stores: ['auditEvents'], page: organizationPage }),
      page({ name: 'features in the console', path: '/features', stores: ['features'], page: featuresPage }),
      page({
        name: 'feature in the console',
        path: '/features/:name',
        dangerous: true,
        stores: ['features'],
        page: featurePage,
        post: switchFeature,
      }),
      page({ name: 'signing keys in the console', path: '/keys', stores: ['signingKeys'], page: keysPage }),
      page({
        name: 'new signing keys in the console',
        path: '/new-keys',
        dangerous: true,
        stores: ['signingKeys'],
        page: rotatePage,
        post: rotate,
      }),
      page({
        name: 'revocation of a signing key in the console',
        path: '/revoked-keys/:kid',
        dangerous: true,
        stores: ['signingKeys'],
        page: revokePage,
        post: revoke,
      }),
      ...['', '/orgs/:orgId'].flatMap((place) => [
        page({ name: `audit log in the console ${place}`, path: `${place}/events`, stores: ['auditEvents'], page: eventsPage }),
        page({
          name: `download of the audit log in the console ${place}`,
          path: `${place}/events/download`,
          stores: ['auditEvents'],
          page: downloadEvents,
        }),
      ]),
    ],
  }
}

const signOutOf = async (
  visit: Parameters<typeof signOut>[0],
  _fields: URLSearchParams,
  context: Parameters<typeof signOut>[1],
): ReturnType<typeof signOut> => await signOut(visit, context)
