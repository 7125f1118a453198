// GitLab, on gitlab.com or self-hosted. https://docs.gitlab.com/integration/openid_connect_provider/
import { oidcClient } from '../client/oidc-client.ts'
import { providerFacts } from './provider.ts'
import type { ExternalProvider, ProviderOptions } from './provider.ts'

/** Options of {@link gitlab}. */
export interface GitlabOptions extends ProviderOptions {
  readonly clientId: string
  readonly clientSecret: string
  /** Default: `https://gitlab.com`. */
  readonly issuer?: string
  /** Default: `openid`, `email`, `profile`. */
  readonly scopes?: readonly string[]
}

/**
 * Signs users in with GitLab accounts. The identity is the claim `sub`.
 *
 * @example gitlab({ issuer: 'https://gitlab.acme.example', clientId: '…', clientSecret: '…' })
 * @throws TypeError `external_provider_id`
 */
export function gitlab(options: GitlabOptions): ExternalProvider {
  const { clientId, clientSecret, issuer = 'https://gitlab.com', scopes = ['openid', 'email', 'profile'] } = options
  const facts = providerFacts(options, { id: 'gitlab', name: 'GitLab', brand: 'gitlab' })
  const client = oidcClient(
    {
      issuer,
      clientId,
      clientSecret: async () => clientSecret,
      scopes,
      responseMode: 'query',
      reauthentication: 'auth_time',
      userinfo: true,
    },
    { idpId: facts.id, idpName: facts.name },
  )
  return { ...facts, ...client }
}
