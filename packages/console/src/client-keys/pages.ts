// The pages about the keys of clients. The private key authenticates the client, so a new key needs a fresh proof.
import type { AnyEndpoint } from '@symbolon/core-protocol'
import type { ConsolePages } from '../page/page.ts'
import { changeUserSecrets, userSecretPage } from './secrets.ts'
import { changeClientKeys, clientKeysPage, keyFormLimit } from './keys.ts'

/** @returns the pages */
export function clientKeyPages({ page }: ConsolePages): readonly AnyEndpoint[] {
  const common = { dangerous: 'post', filesLimit: keyFormLimit, page: clientKeysPage, post: changeClientKeys } as const
  return [
    page({ name: 'keys of an application in the console', path: '/orgs/:orgId/apps/:appId/keys', ...common }),
    page({ name: 'keys of a service user in the console', path: '/orgs/:orgId/users/:userId/keys', ...common }),
    page({
      name: 'secret of a service user in the console',
      path: '/orgs/:orgId/users/:userId/secret',
      dangerous: true,
      page: userSecretPage,
      post: changeUserSecrets,
    }),
  ]
}
