// Issuers with a path, such as https://example.com/auth. Every part knows paths from the root of the provider, such as `/ui/login`. The path of
// the issuer exists here alone: it is taken off the paths of requests, and put before the provider's own paths in answers.
import type { Answer, AnyEndpoint, HttpRequest } from '@symbolon/core-protocol'
import { METHOD_NAME_ALL } from 'hono/router'
import { RegExpRouter } from 'hono/router/reg-exp-router'

/** The paths of a provider as its host and browsers see them. */
export interface IssuerPath {
  /** The path of an endpoint, as requests name it. */
  of(endpoint: AnyEndpoint): string
  /** Whether a path is that of the issuer itself. */
  isHome(path: string): boolean
  /** The request as endpoints see it. */
  request(request: HttpRequest): HttpRequest
  /** The answer of an endpoint as browsers see it: redirects and pages lead to where the provider is. */
  answer(answer: Answer): Answer
}

/** @returns the paths below an issuer */
export function issuerPath(issuer: string, endpoints: readonly AnyEndpoint[]): IssuerPath {
  const base = pathOf(issuer)
  if (base === '') {
    return { of: ({ path }) => path, isHome: (path) => path === '/', request: (request) => request, answer: (answer) => answer }
  }
  const isOwn = pathMatcher(['/', ...endpoints.filter(({ beginsAt }) => beginsAt !== 'host').map(({ path }) => path)])
  const below = (path: string): string => (isOwn(path.replace(/[?#].*$/s, '')) ? base + path : path)
  return {
    of: ({ path, beginsAt }) => (beginsAt === 'host' ? path : base + path),
    isHome: (path) => path === base || path === `${base}/`,
    request(request) {
      const { method, query, header, body } = request
      return request.path.startsWith(`${base}/`) ? { method, path: request.path.slice(base.length), query, header, body } : request
    },
    answer(answer) {
      const { fields, body } = answer
      const { location } = fields
      return {
        ...answer,
        fields: location === undefined ? fields : { ...fields, location: below(location) },
        body: typeof body === 'string' && fields['content-type']?.startsWith('text/html') === true ? pageBelow(body, below) : body,
      }
    },
  }
}

/** The path of an issuer; empty for one without. */
export function pathOf(issuer: string): string {
  return new URL(issuer).pathname.replace(/^\/$/, '')
}

/** @param paths as endpoints declare them @returns whether a path is one of them; made ready at the first question, which most servers never ask */
export function pathMatcher(paths: readonly string[]): (path: string) => boolean {
  let router: RegExpRouter<true> | undefined
  return (path) => (router ??= routerOf(paths)).match(METHOD_NAME_ALL, path)[0].length > 0
}

function routerOf(paths: readonly string[]): RegExpRouter<true> {
  const router = new RegExpRouter<true>()
  for (const path of new Set(paths)) router.add(METHOD_NAME_ALL, path, true)
  return router
}

/**
 * The attributes by which a page leads to a path, or loads one. The text of a page cannot look like one of them: a quotation mark in it is
 * escaped. Other values, such as hidden fields, come back to the parts, which know paths from the root of the provider.
 */
const leads = /(\s(?:action|data-preview|formaction|href|src)="|\scontent="[0-9]+; ?url=)(\/[^"]*)/g

function pageBelow(page: string, below: (path: string) => string): string {
  return page.replace(leads, (_all, attribute: string, path: string) => attribute + below(path))
}
