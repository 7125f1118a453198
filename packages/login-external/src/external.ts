// The authenticator for accounts at other identity providers: links on the pages of a sign-in, and the endpoints behind them.
import { checkPartOptions } from '@symbolon/core-protocol'
import type { OptionNames } from '@symbolon/core-protocol'
import { defineAuthenticator, withRequest } from '@symbolon/login'
import type { AnyAuthenticator, LoginMail, Visit } from '@symbolon/login'
import { guardedFetch } from '@symbolon/outgoing'
import type { OutgoingOptions } from '@symbolon/outgoing'
import type { ExternalProvider } from './providers/provider.ts'
import { accountEndpoints } from './sign-in/account.ts'
import { callbackEndpoints } from './sign-in/callback.ts'
import { linkEndpoints } from './sign-in/link.ts'
import { findOffered, findOnlyProvider } from './sign-in/offered-providers.ts'
import { startEndpoint } from './sign-in/start.ts'
import { externalStores, startPath } from './sign-in/surroundings.ts'
import type { Configured, ProviderSurroundings } from './sign-in/surroundings.ts'

/** Options of {@link external}. */
export interface ExternalOptions {
  /** Providers of the instance, in addition to those of documents. */
  readonly providers?: readonly ExternalProvider[]
  /**
   * The id of the organization of users that a provider of the instance creates, where neither the request nor the domain of their proven
   * address names an organization. Without it such a provider creates no users there.
   */
  readonly organization?: string
  /**
   * Whether providers of documents keep the shared redirect URI of the original product, while their metadata declares that they send `iss`.
   * Other providers always have a separate redirect URI. Default: false, so that no provider's metadata decides it.
   */
  readonly sharedRedirectUri?: boolean
  /** Where users return after they linked an account. Default: `/ui/account`. */
  readonly accountPath?: string
  /** Notifies users by mail of an account that was connected; without it no mail is sent. */
  readonly mail?: LoginMail | undefined
  /** How requests to providers are sent. */
  readonly outgoing?: OutgoingOptions
}

const optionNames: OptionNames<ExternalOptions> = {
  providers: 'optional',
  organization: 'optional',
  sharedRedirectUri: 'optional',
  accountPath: 'optional',
  mail: 'optional',
  outgoing: 'optional',
}

/**
 * Signs users in with accounts at other identity providers. It performs the first factor.
 *
 * @example login({ ui, authenticators: [password({ hashing }), external({ providers: [google({ clientId, clientSecret })] })] })
 * @throws TypeError with the code `external_duplicate_provider`
 */
export function external(options: ExternalOptions = {}): AnyAuthenticator {
  checkPartOptions('external', options, optionNames)
  const { providers = [], organization, sharedRedirectUri = false, accountPath = '/ui/account', mail, outgoing } = options
  const repeated = providers.find(({ id }, index) => providers.findIndex((other) => other.id === id) !== index)
  if (repeated !== undefined) {
    throw Object.assign(new TypeError(`Two identity providers have the id ${repeated.id}.`), { code: 'external_duplicate_provider' })
  }
  const configured: Configured = { providers, organization, sharedRedirectUri, accountPath, mail, fetch: guardedFetch(outgoing) }
  const known: ProviderSurroundings = { configured, ready: new Map() }
  return defineAuthenticator({
    name: 'external',
    step: 'first_factor',
    stores: externalStores,
    identityProviders: providers.map(({ id }) => id),
    // A link does not count as a second factor, and no other step asks for it here.
    enrolled: async () => [],
    async onlyWay(visit, loginName, context) {
      const provider = await findOnlyProvider(visit, loginName, known, context)
      return provider === undefined ? undefined : { path: pathTo(provider, visit), name: provider.name }
    },
    async ways(visit, loginName, context) {
      const offered = await findOffered(visit, loginName, known, context)
      const links = offered.map((provider) => ({ path: pathTo(provider, visit), name: provider.name }))
      return links.length === 0 ? {} : { providers: links }
    },
    endpoints: (pages) => {
      const surroundings = { ...known, pages }
      return [
        startEndpoint(surroundings),
        ...callbackEndpoints(surroundings),
        ...accountEndpoints(surroundings),
        ...linkEndpoints(surroundings),
      ]
    },
  })
}

function pathTo({ id }: ExternalProvider, { pending }: Visit): string {
  return `${withRequest(startPath, pending.id)}&idp=${encodeURIComponent(id)}`
}
