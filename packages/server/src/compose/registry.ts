// Binds each part to the context of its own stores.
import { OAuthError } from '@symbolon/core-protocol'
import type {
  AnyGrant,
  AnyLogin,
  BoundGrant,
  BoundLogin,
  BoundResponseType,
  BoundTokenKind,
  Context,
  Part,
  ProviderMetadata,
  Registry,
  StoreName,
} from '@symbolon/core-protocol'
import * as v from 'valibot'
import { CompositionError } from './composition-error.ts'

/** Gives a part a context that holds the stores that it declared. */
export type ContextOf = (part: Part<StoreName>) => Context<StoreName>

/** @throws CompositionError duplicate_grant, duplicate_response_type, login_missing */
export function bindRegistry(metadata: ProviderMetadata, grants: readonly AnyGrant[], login: AnyLogin | undefined, contextOf: ContextOf): Registry {
  return {
    metadata,
    grants: uniqueMap(grants.flatMap((grant) => bindGrant(grant, contextOf)), ({ grantType }) => grantType, 'duplicate_grant'),
    responseTypes: uniqueMap(
      grants.flatMap((grant) => bindResponseTypes(grant, contextOf)),
      ({ responseType }) => responseType,
      'duplicate_response_type',
    ),
    tokenKinds: uniqueMap(grants.flatMap((grant) => bindTokenKinds(grant, contextOf)), ({ member }) => member, 'duplicate_token_kind'),
    login: login === undefined ? undefined : bindLogin(login, contextOf),
  }
}

function bindGrant(grant: AnyGrant, contextOf: ContextOf): BoundGrant[] {
  if (grant.grantType === undefined) return []
  const { grantType, clientAuthenticationMethods, repeatable = [], parameters: schema } = grant
  return [{
    grantType,
    clientAuthenticationMethods,
    repeatable,
    async authorize(parameters, client) {
      const result = v.safeParse(schema, parameters)
      if (!result.success) throw new OAuthError('invalid_request', publicText(result.issues[0]))
      return await grant.authorize({ parameters: result.output, client }, contextOf(grant))
    },
  }]
}

/** valibot's own messages quote the input; the grants' do not, and are complete sentences. */
function publicText(issue: v.BaseIssue<unknown>): string {
  if (/^The [a-z_]+ is (missing|malformed)\.$/.test(issue.message)) return issue.message
  const name = issue.path?.[0]?.key
  const fault = issue.received === 'undefined' ? 'missing' : 'malformed'
  return typeof name === 'string' && /^[a-z_]+$/.test(name) ? `The ${name} is ${fault}.` : `A parameter is ${fault}.`
}

function bindResponseTypes(grant: AnyGrant, contextOf: ContextOf): BoundResponseType[] {
  return (grant.responseTypes ?? []).map((responseType) => ({
    responseType: responseType.responseType,
    defaultResponseMode: responseType.defaultResponseMode,
    check: (request, client) => responseType.check(request, client),
    respond: async (granted) => await responseType.respond(granted, contextOf(grant)),
  }))
}

function bindTokenKinds(grant: AnyGrant, contextOf: ContextOf): BoundTokenKind[] {
  return (grant.tokenKinds ?? []).map(({ member, scope, admits, issue, find }) => ({
    member,
    scope,
    admits,
    issue: async (authorization) => await issue(authorization, contextOf(grant)),
    find: async (token) => await find(token, contextOf(grant)),
  }))
}

function bindLogin(login: AnyLogin, contextOf: ContextOf): BoundLogin {
  return {
    path: login.path,
    due: async (session, user) => await login.due(session, user, contextOf(login)),
    displayError: async (error, request) => await login.displayError(error, request, contextOf(login)),
    formPost: async (target, parameters, request) => await login.formPost(target, parameters, request, contextOf(login)),
    confirmSignOut: async (question, request) => await login.confirmSignOut(question, request, contextOf(login)),
    signedOut: async (signedOut, request) => await login.signedOut(signedOut, request, contextOf(login)),
    welcome: async (request) => await login.welcome(request, contextOf(login)),
  }
}

function uniqueMap<T>(values: readonly T[], key: (value: T) => string, code: 'duplicate_grant' | 'duplicate_response_type' | 'duplicate_token_kind'): ReadonlyMap<string, T> {
  const map = new Map<string, T>()
  for (const value of values) {
    if (map.has(key(value))) throw new CompositionError(code, `${key(value)} is composed twice.`)
    map.set(key(value), value)
  }
  return map
}
