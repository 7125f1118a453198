// Several issuers in one process, such as one for each tenant: each is a separate provider, and a request goes to the provider that its URL names.
// What holds between two issuers on two machines holds between two of them here, because they share nothing but the process.
import { fromRequest, toResponse } from '@symbolon/core-protocol'
import type { Answer, HttpRequest } from '@symbolon/core-protocol'
import { CompositionError } from './compose/composition-error.ts'
import type { Provider } from './provider.ts'
import { checkAnswering } from './serve/served.ts'

/** Providers that answer as one. */
export interface CombinedProviders extends Pick<Provider, 'answer' | 'close' | 'fetch' | 'tick'> {
  /** @returns the provider whose host and paths the request names, for a host that mounts them by `tryFetch` */
  find(request: Request): Provider | undefined
}

interface Issuer {
  readonly provider: Provider
  readonly url: URL
}

/**
 * Combines providers of different issuers. The `Host` header chooses among the hosts of the issuers and has no other effect; among issuers of one
 * host, the path chooses.
 * @throws CompositionError provider_missing, duplicate_issuer; shared_database for two issuers that sign with the same key: codes, sessions and opaque tokens of
 *   one would be good at the other
 */
export async function combineProviders(providers: readonly Provider[]): Promise<CombinedProviders> {
  const given: unknown = providers
  if (!Array.isArray(given)) throw new CompositionError('provider_missing', 'combineProviders() takes a list of providers.')
  for (const provider of providers) checkAnswering('combineProviders', provider)
  const issuers = providers.map((provider) => ({ provider, url: new URL(provider.issuer) }))
  await checkApart(providers)

  /** @returns the providers of the host that the request names */
  function atHost(request: Pick<HttpRequest, 'header'>, fallback?: string): readonly Issuer[] {
    const named = request.header('host') ?? fallback ?? ''
    return issuers.filter(({ url }) => URL.parse(`${url.protocol}//${named}`)?.host === url.host)
  }

  const ownerOf = (among: readonly Issuer[], path: string): Provider | undefined =>
    among.find(({ provider }) => provider.owns({ url: path }))?.provider

  const answer: Provider['answer'] = async (request, peer) => {
    const among = atHost(request)
    if (among.length === 0) return misdirected
    // A provider at the root of the host has pages for unknown paths.
    const found = ownerOf(among, request.path) ?? among.find(({ url }) => url.pathname === '/')?.provider
    return found === undefined ? unknown : await found.answer(request, peer)
  }
  return {
    answer,
    fetch: async (request, peer) => toResponse(await answer(withHost(fromRequest(request), request.url), peer), request.method),
    find(request) {
      const { path, header } = fromRequest(request)
      return ownerOf(atHost({ header }, new URL(request.url).host), path)
    },
    async tick() {
      await Promise.all(providers.map(async (provider) => await provider.tick()))
    },
    async close() {
      await Promise.all(providers.map(async (provider) => await provider.close()))
    },
  }
}

/** A request that was made in this process names its host by its URL alone. */
function withHost(request: HttpRequest, url: string): HttpRequest {
  const { header } = request
  return header('host') !== undefined ? request : { ...request, header: (name) => (name === 'host' ? URL.parse(url)?.host : header(name)) }
}

async function checkApart(providers: readonly Provider[]): Promise<void> {
  const owners = new Map<string, string>()
  for (const { issuer, fetch } of providers) {
    if ([...owners.values()].includes(issuer)) {
      throw new CompositionError('duplicate_issuer', `Two providers have the issuer ${issuer}. Give each its own host or path.`)
    }
    const answered = await fetch(new Request(`${issuer}/oauth/v2/keys`))
    const { keys } = (await answered.json()) as { readonly keys: readonly { readonly kid: string }[] }
    for (const { kid } of keys) {
      const other = owners.get(kid)
      if (other !== undefined) {
        throw new CompositionError(
          'shared_database',
          `${other} and ${issuer} use the same database. Give each issuer its own, or its own schema: what one issues would be valid at the other.`,
        )
      }
      owners.set(kid, issuer)
    }
  }
}

/** "the request was directed at a server that is unable or unwilling to produce an authoritative response". https://www.rfc-editor.org/rfc/rfc9110#section-15.5.20 */
const misdirected: Answer = {
  status: 421,
  fields: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  body: 'No issuer of this server has the host of the request.',
}

const unknown: Answer = {
  status: 404,
  fields: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  body: 'Not found.',
}
