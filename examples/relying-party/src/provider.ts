// The configuration of the OpenID Provider, by discovery at first use. A failed discovery is repeated, so that the provider may start later.
// Plain http is allowed only for a provider on this machine.
// https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig
import * as client from 'openid-client'

const DISCOVERY_TIMEOUT_SECONDS = 10

export interface ProviderOptions {
  readonly issuer: URL
  readonly clientId: string
  readonly clientSecret: string | undefined
}

export function createProvider(options: ProviderOptions): () => Promise<client.Configuration> {
  let discovered: Promise<client.Configuration> | undefined
  return () => {
    discovered ??= discover(options).catch((error: unknown) => {
      discovered = undefined
      throw error
    })
    return discovered
  }
}

/** Without TLS a network attacker could read codes and forge metadata. The loopback interface has no network. */
export function isTrustworthy(issuer: URL): boolean {
  return issuer.protocol === 'https:' || (issuer.protocol === 'http:' && isLoopback(issuer.hostname))
}

function discover(options: ProviderOptions): Promise<client.Configuration> {
  // client_secret_basic is the default authentication method of a client.
  // https://openid.net/specs/openid-connect-registration-1_0.html#ClientMetadata
  const authentication = options.clientSecret === undefined ? client.None() : client.ClientSecretBasic(options.clientSecret)
  return client.discovery(options.issuer, options.clientId, undefined, authentication, {
    timeout: DISCOVERY_TIMEOUT_SECONDS,
    execute: [
      // Checks the signature of every ID token. OpenID Connect Core allows a client to rely on TLS to the token endpoint instead.
      // https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
      client.enableNonRepudiationChecks,
      ...(options.issuer.protocol === 'http:' && isLoopback(options.issuer.hostname) ? [client.allowInsecureRequests] : []),
    ],
  })
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}
