// What a sign-in at an identity provider leads to, under a login policy. Pure.
import { isJsonObject } from '../json/message.ts'
import type { ForecastPerson, LinkOutlook } from './sign-in-outlook.ts'

/** What links to a provider lead to, unless they were made under another issuer than the current one. */
export interface ProviderOutlook {
  readonly outlook: LinkOutlook
  readonly issuer?: string
}

/** What decides besides the provider itself. */
export interface ProviderSituation {
  /** Whether the login policy lists the provider. */
  readonly isListed: boolean
  /** Whether the organization of the provider is active. */
  readonly isOwnerActive: boolean
  /** Whether the document holds a client secret that is not stored. */
  readonly lacksSecret: boolean
}

/** @param idp the settings of an OIDC provider, as a document spells them */
export function oidcProviderOutlook(idp: unknown, { isListed, isOwnerActive, lacksSecret }: ProviderSituation): ProviderOutlook {
  if (!isListed) return { outlook: 'not_allowed' }
  const { issuer, clientId } = isJsonObject(idp) ? idp : {}
  const isUsable = typeof issuer === 'string' && URL.canParse(issuer) && typeof clientId === 'string' && clientId !== ''
  if (!isUsable || !isOwnerActive) return { outlook: 'not_usable' }
  return { outlook: lacksSecret ? 'without_secret' : 'admitted', issuer }
}

/** @param provider absent where no provider has the id of the link */
export function linkOutlookOf({ issuer }: ForecastPerson['links'][number], provider: ProviderOutlook | undefined): LinkOutlook {
  const { outlook, issuer: current } = provider ?? { outlook: 'missing' }
  const isOther = issuer !== undefined && current !== undefined && issuer !== current
  return isOther && outlook !== 'missing' ? 'not_usable' : outlook
}
