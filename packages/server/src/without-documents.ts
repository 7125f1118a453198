// The stores that read documents, where documents cannot exist: all users are the host's, and nothing in the composition takes a document. The
// storage then has no table of documents, and no request asks it for one.
import { defaultLoginPolicy } from '@symbolon/core-protocol'
import type { Stores } from '@symbolon/core-protocol'

/** The stores that this file replaces. */
export const documentReaders: readonly (keyof Replaced)[] = ['clients', 'organizations', 'policies']

type Replaced = Pick<Stores, 'clients' | 'organizations' | 'policies'>

const branding: Awaited<ReturnType<Replaced['policies']['findBranding']>> = {
  themeMode: 'auto',
  light: {},
  dark: {},
  images: {},
  hideLoginNameSuffix: false,
  disableWatermark: false,
  links: {},
  texts: {},
}

/** The stores as they respond for a database without documents. The composition has its own clients. */
export const withoutDocuments: Replaced = {
  clients: {
    find: () => undefined,
    replaceSecretHash: async () => false,
    exchangeSecrets: async () => false,
    findSecrets: async () => undefined,
    listKeys: async () => [],
    listClientIds: () => [],
    hasProject: () => false,
    admits: () => false,
    findBoundary: () => ({ isOpen: false, trustedOrgIds: [] }),
    listShared: () => [],
    hasGrantFrom: () => false,
    hasShownSignIn: async () => false,
    recordShownSignIn: async () => undefined,
    hasOrigin: () => false,
  },
  organizations: {
    find: async () => undefined,
    findByDomain: async () => undefined,
    hasVerifiedDomain: async () => false,
  },
  policies: {
    findLoginPolicy: async () => defaultLoginPolicy,
    findLoginPolicyOfDomain: async () => defaultLoginPolicy,
    findDomainPolicy: async () => ({ userLoginMustBeDomain: false }),
    findPasswordPolicy: async () => ({ minLength: 15, requires: [] }),
    findBranding: async () => branding,
    findBrandingOfDomain: async () => branding,
    findBrandImage: async () => undefined,
    findSecurityPolicy: async () => ({ enableImpersonation: false }),
  },
}
