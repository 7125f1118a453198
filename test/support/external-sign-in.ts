// Two providers of ours: people of the second one sign in to the first one, which is its client.
import { acmeDocument, alice, clientSecret, createClock, signIn } from '@symbolon/test-kit'
import type { Clock, Credentials, Page, UserAgent } from '@symbolon/test-kit'
import type { OrgDocument } from '@symbolon/schema-v2'
import { external, oidc } from '@symbolon/login-external'
import type { ExternalOptions, ExternalProvider, OidcOptions, OutgoingOptions } from '@symbolon/login-external'
import { password, totp } from '@symbolon/login'
import { acmeWith, portalApp } from './acme.ts'
import { authorizationUrl } from './code-flow.ts'
import { testHashing } from './hashing.ts'
import { startTestProvider } from './provider.ts'
import type { TestProvider, TestProviderOptions } from './provider.ts'

/** The path of the redirect URI of the provider `upstream`. */
export const callbackPath = '/ui/login/external/callback/upstream'
/** The path that the original product registered for all providers of documents. */
export const sharedCallbackPath = '/ui/login/login/externalidp/callback'

/** The path of the redirect URI of one provider. */
export function ownCallbackPath(id: string): string {
  return `/ui/login/external/callback/${encodeURIComponent(id)}`
}

/** What a test changes. */
export interface FederationOptions {
  /** Of the provider that people sign in to. */
  readonly document?: OrgDocument
  /** Of the provider where they have their accounts. */
  readonly upstreamDocument?: OrgDocument
  readonly provider?: Partial<OidcOptions>
  readonly providers?: readonly ExternalProvider[]
  readonly external?: ExternalOptions
  /** Of the provider that people sign in to. */
  readonly steps?: NonNullable<TestProviderOptions['steps']>
  /** Of the provider that people sign in to. */
  readonly detours?: NonNullable<TestProviderOptions['detours']>
  /** Of the provider that people sign in to, in addition to the usual ones. */
  readonly endpoints?: NonNullable<TestProviderOptions['endpoints']>
  /** Responds to a request in place of the upstream provider; undefined leaves it to the provider. */
  readonly instead?: (request: Request) => Promise<Response | undefined>
}

/** What a sign-in at the upstream provider needs. */
export type Parties = Pick<Federation, 'local' | 'upstream'>

export interface Federation {
  readonly clock: Clock
  readonly local: TestProvider
  readonly upstream: TestProvider
  /** Every request of the client to the upstream provider, such as `POST /oauth/v2/token`. */
  readonly calls: string[]
  close(): Promise<void>
}

/** The upstream provider as the client is configured for it. */
export function upstreamProvider(options: Partial<OidcOptions> = {}): ExternalProvider {
  return oidc({ id: 'upstream', name: 'Upstream', issuer: 'https://upstream.example', clientId: 'downstream', clientSecret, ...options })
}

/** The upstream provider, asked to send its response by a form, as Apple is. */
export function postingProvider(options: Partial<OidcOptions> = {}): ExternalProvider {
  const provider = upstreamProvider(options)
  return {
    ...provider,
    responseMode: 'form_post',
    async start(begun, services) {
      const target = await provider.start(begun, services)
      target.searchParams.set('response_mode', 'form_post')
      return target
    },
  }
}

/** Sends requests to the upstream provider. @param calls gets every request, such as `POST /oauth/v2/token` */
export function outgoingTo(
  upstream: TestProvider,
  calls: string[] = [],
  instead: FederationOptions['instead'] = async () => undefined,
): OutgoingOptions {
  return {
    resolve: async () => ['8.8.8.8'],
    async fetch(url, init) {
      calls.push(`${init.method ?? 'GET'} ${new URL(url).pathname}`)
      const request = new Request(url, init)
      return (await instead(request)) ?? (await upstream.fetch(request))
    },
  }
}

export async function startFederation(options: FederationOptions = {}): Promise<Federation> {
  const clock = createClock()
  const calls: string[] = []
  const upstream = await startTestProvider({
    issuer: 'https://upstream.example',
    clock,
    document: options.upstreamDocument ?? withDownstream(acmeDocument()),
  })
  const local = await startTestProvider({
    clock,
    document: options.document ?? acmeDocument(),
    detours: options.detours ?? [],
    steps: options.steps ?? [],
    ...(options.endpoints === undefined ? {} : { endpoints: options.endpoints }),
    authenticators: [
      password({ hashing: testHashing }),
      totp(),
      external({
        providers: options.providers ?? [upstreamProvider(options.provider)],
        organization: 'acme',
        outgoing: outgoingTo(upstream, calls, options.instead),
        ...options.external,
      }),
    ],
  })
  return {
    clock,
    local,
    upstream,
    calls,
    async close() {
      await local.close()
      await upstream.close()
    },
  }
}

/** Registers the first provider as a client of the second one. */
export function withDownstream(
  { orgs: [org, ...others] = [], ...document }: OrgDocument,
  redirectUris: readonly string[] = [callbackPath, ownCallbackPath('231000000000000001'), sharedCallbackPath].map(
    (path) => `https://id.example${path}`,
  ),
): OrgDocument {
  const app = portalApp('downstream', { redirectUris: [...redirectUris], devMode: true }, { clientSecret })
  return { ...document, orgs: [{ ...org, oidcApps: [...(org?.oidcApps ?? []), app] }, ...others] as NonNullable<OrgDocument['orgs']> }
}

/** A document that links alice of the upstream provider to bob here. */
export function linkedToBob(members: Parameters<typeof acmeWith>[0] = {}): OrgDocument {
  return acmeWith({ userLinks: [{ userId: 'bob', idpId: 'upstream', providedUserId: alice.id }], ...members })
}

/** The link "Continue with …" of a page. */
export function providerLink(page: Page, name = 'Upstream'): URL {
  const links = [...page.text.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^]*?)<\/a>/g)]
  const found = links.find(([, href = '', text = '']) => href.includes('idp=') && text.replaceAll(/<[^>]*>/g, '').includes(name))
  if (found === undefined) throw new Error(`There is no link to ${name} on ${page.url.href}`)
  return new URL((found[1] ?? '').replaceAll('&amp;', '&'), page.url)
}

/** Follows the link to the identity provider. @returns the address there */
export async function leave(userAgent: UserAgent, page: Page, name?: string): Promise<URL> {
  const left = await userAgent.get(providerLink(page, name))
  if (left.redirectedTo === undefined) throw new Error(`The browser was not redirected: status ${left.status} ${left.text.slice(0, 500)}`)
  return left.redirectedTo
}

/** Signs in at the upstream provider. @returns the address of the authorization response */
export async function answerOf(federation: Parties, url: URL, credentials: Credentials = alice, userAgent?: UserAgent): Promise<URL> {
  const browser = userAgent ?? federation.upstream.newUserAgent()
  const page = await signIn(browser, await browser.get(url), credentials)
  if (page.redirectedTo === undefined) throw new Error(`No answer: status ${page.status} ${page.text.slice(0, 500)}`)
  return page.redirectedTo
}

/** The whole way to the identity provider and back. @returns the first page of ours, or the redirect to the application */
export async function signInThere(
  federation: Parties,
  userAgent: UserAgent,
  fields: Readonly<Record<string, string | undefined>> = {},
  credentials: Credentials = alice,
): Promise<Page> {
  const start = await userAgent.get(authorizationUrl(federation.local, fields))
  return await userAgent.get(await answerOf(federation, await leave(userAgent, start), credentials))
}
