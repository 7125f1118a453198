// Clients that the host writes down in code, or finds in its database. https://www.rfc-editor.org/rfc/rfc7591#section-2
import * as v from 'valibot'
import { isUsableScheme } from '../authorization/redirect-uri.ts'
import type { ClientMetadata } from '../contract/client-metadata.ts'
import { define } from '../contract/part.ts'
import type { AnyClient, AnyClientSource, ClientContext } from '../contract/part.ts'
import { digest } from '../crypto/digest.ts'
import type { Client } from '../ports/client.ts'
import { checkPartOptions } from '../contract/part-options.ts'

/** Shorter secrets can be guessed: only a digest of the secret is compared. */
const shortestSecret = 32

const uris = v.optional(
  v.array(
    v.pipe(
      v.string(),
      v.check(
        (uri) => URL.canParse(uri) && !uri.includes('#') && !/^(javascript|vbscript|data):/i.test(uri),
        'must be absolute URIs without fragment',
      ),
      v.check(
        (uri) => !`${URL.parse(uri)?.host}${URL.parse(uri)?.pathname}`.includes('*'),
        'must not have a wildcard, because URIs are compared byte for byte',
      ),
    ),
  ),
  [],
)
const algorithm = v.optional(v.picklist(['RS256', 'ES256', 'EdDSA']), 'RS256')

/** A client, as a host describes it. */
export interface ClientDescription {
  readonly clientId: string
  /** What people are shown. Default: the client id. */
  readonly name?: string
  /** At least 32 characters, e.g. of `openssl rand -hex 32`. Without a secret the client is public, and has to use PKCE. */
  readonly clientSecret?: string
  /** Instead of the secret: its SHA-256 in base64url. */
  readonly clientSecretDigest?: string
  /**
   * Where people sign in, each compared byte for byte. Without any, a client with a secret is an API, which introspects tokens; one without a secret
   * names the `grantTypes` that it uses, such as a device.
   */
  readonly redirectUris?: readonly string[]
  /** Where people come back after a sign-out. */
  readonly postLogoutRedirectUris?: readonly string[]
  /** Clients of one project are the audience of one another's access tokens, and may introspect them. */
  readonly project?: string
  /** Default: the composed grants with a response type, or with further kinds of tokens. */
  readonly grantTypes?: readonly string[]
  /** Default: `code`; none for a client without redirect URIs and without a secret. */
  readonly responseTypes?: readonly string[]
  /** Default: `web`. */
  readonly applicationType?: Client['applicationType']
  /** Allows redirect URIs over http. Default: where all of them are on this machine. */
  readonly devMode?: boolean
  /** Default: `opaque`. */
  readonly accessTokenFormat?: Client['accessTokenFormat']
  /** Default: RS256. */
  readonly idTokenSigningAlg?: Client['idTokenSigningAlg']
  /** Default: RS256. */
  readonly accessTokenSigningAlg?: Client['accessTokenSigningAlg']
  /** Header `typ` of JWT access tokens. `JWT` is for resource servers that refuse `at+jwt`, which is the default. */
  readonly accessTokenTyp?: Client['accessTokenTyp']
  /** Puts the claims of the scopes into the ID token as well. Default false. */
  readonly idTokenUserinfoAssertion?: boolean
  /** The members that composed parts declare, by their registered names. */
  readonly clientMetadata?: Partial<ClientMetadata>
}

const schema = v.pipe(
  v.strictObject({
    redirectUris: uris,
    postLogoutRedirectUris: uris,
    clientId: v.pipe(v.string(), v.regex(/^[\x21-\x39\x3b-\x7e]{1,200}$/, 'must be printable ASCII without spaces and colons')),
    clientSecret: v.optional(v.pipe(v.string(), v.minLength(shortestSecret, `must have at least ${shortestSecret} characters`))),
    clientSecretDigest: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'must be a SHA-256 in base64url'))),
    name: v.optional(v.string()),
    project: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty'))),
    grantTypes: v.optional(v.array(v.string())),
    responseTypes: v.optional(v.array(v.string())),
    applicationType: v.optional(v.picklist(['web', 'user_agent', 'native']), 'web'),
    devMode: v.optional(v.boolean()),
    accessTokenFormat: v.optional(v.picklist(['opaque', 'jwt']), 'opaque'),
    idTokenSigningAlg: algorithm,
    accessTokenSigningAlg: algorithm,
    accessTokenTyp: v.optional(v.picklist(['at+jwt', 'JWT']), 'at+jwt'),
    idTokenUserinfoAssertion: v.optional(v.boolean(), false),
    clientMetadata: v.optional(v.record(v.string(), v.unknown())),
  }),
  v.check((client) => client.clientSecret === undefined || client.clientSecretDigest === undefined, 'has a secret and a digest of it'),
  v.check(
    ({ redirectUris, clientSecret, clientSecretDigest, grantTypes = [] }) =>
      redirectUris.length > 0 || (clientSecret ?? clientSecretDigest) !== undefined || grantTypes.length > 0,
    'has neither redirectUris nor a clientSecret nor grantTypes',
  ),
  v.check(
    (client) => client.redirectUris.every((uri) => isUsableScheme(uri, withDevMode(client))),
    'has a redirect URI over http, which needs devMode',
  ),
)

/**
 * Declares a client that is part of the provider: no database holds it. Its tokens outlive a restart.
 * ```ts
 * createProvider({ clients: [defineClient({ clientId: 'shop', redirectUris: ['https://shop.example/callback'] })], … })
 * ```
 * @throws TypeError with the code `invalid_client_description`, which names the member
 */
export function defineClient(description: ClientDescription): AnyClient {
  const client = readClient(description)
  return define({
    kind: 'client',
    name: `client ${client.clientId}`,
    stores: ['clients'],
    clientId: () => client.clientId,
    client: ({ grantTypes }) => ({ grantTypes, ...client }),
  })
}

/** Clients of the host's own. */
export interface ClientSource {
  /** Finds an active client. Called at each request that names a client id: a removed client counts no more. */
  readonly find: (clientId: string) => Promise<ClientDescription | undefined>
  /** Whether a client is used from scripts of the origin (`https://host[:port]`), which may then read answers. Default: none is. */
  readonly hasOrigin?: (origin: string) => Promise<boolean>
}

/** Declares the host's own clients. They stand behind the fixed clients, and before those of the database. */
export function clientSource(source: ClientSource): AnyClientSource {
  checkPartOptions('clientSource', source, { find: 'required', hasOrigin: 'optional' })
  const { find, hasOrigin = async () => false } = source
  return define({
    kind: 'client_source',
    name: 'client source',
    stores: ['clients'],
    hasOrigin,
    async find(clientId, { grantTypes }) {
      const description = await find(clientId)
      if (description === undefined) return undefined
      const client = describedClient(description, { grantTypes })
      if (client.clientId !== clientId) throw invalidOption(`The client source gave ${client.clientId} for ${clientId}.`)
      return client
    },
  })
}

/**
 * Makes a client of a description, for parts whose client depends on the provider.
 * @param context `grantTypes`: those of a client whose description names none
 * @throws TypeError with the code `invalid_client_description`, which names the member
 */
export function describedClient(description: ClientDescription, { grantTypes }: Pick<ClientContext, 'grantTypes'>): Client {
  return { grantTypes, ...readClient(description) }
}

type ReadClient = Omit<Client, 'grantTypes'> & Partial<Pick<Client, 'grantTypes'>>

function readClient(description: ClientDescription): ReadClient {
  const result = v.safeParse(schema, description)
  if (!result.success) {
    const [issue] = result.issues
    const member = issue.path?.map(({ key }) => String(key)).join('.')
    // The value is never shown: it may be a secret.
    const problem = issue.kind === 'schema' ? 'is missing, misspelt or of another type' : issue.message
    throw invalidOption(`The client ${named(description)} ${member === undefined ? '' : `has a wrong member ${member}: it `}${problem}.`)
  }
  const { clientSecret, clientSecretDigest, project, name, grantTypes, responseTypes, clientMetadata, ...described } = result.output
  const secretDigest = clientSecret === undefined ? clientSecretDigest : digest(clientSecret)
  const isBrowserless = described.redirectUris.length === 0 && secretDigest === undefined
  return {
    ...described,
    responseTypes: responseTypes ?? (isBrowserless ? [] : ['code']),
    devMode: withDevMode(result.output).devMode,
    kind: described.redirectUris.length > 0 || isBrowserless ? 'oidc' : 'api',
    name: name ?? described.clientId,
    orgId: '',
    ...(grantTypes === undefined ? {} : { grantTypes }),
    ...(project === undefined ? {} : { projectId: project }),
    ...(clientMetadata === undefined ? {} : { metadata: clientMetadata }),
    authenticationMethod: secretDigest === undefined ? 'none' : 'client_secret_basic',
    ...(secretDigest === undefined ? {} : { secretDigest }),
    projectRoleAssertion: false,
    accessTokenRoleAssertion: false,
    idTokenRoleAssertion: false,
    managementAccess: false,
    createdAt: 0,
    timesEnded: 0,
  }
}

interface Redirecting {
  readonly applicationType: Client['applicationType']
  readonly redirectUris: readonly string[]
  readonly devMode?: boolean | undefined
}

function withDevMode({ applicationType, redirectUris, devMode }: Redirecting): Pick<Client, 'applicationType' | 'devMode'> {
  const isLocal = redirectUris.every((uri) => !/^http:/i.test(uri) || /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:|\/|$)/.test(uri))
  return { applicationType, devMode: devMode ?? isLocal }
}

function named(description: unknown): string {
  const id = typeof description === 'object' && description !== null && 'clientId' in description ? description.clientId : undefined
  return typeof id === 'string' ? `'${id}'` : '(without clientId)'
}

function invalidOption(message: string): TypeError {
  return Object.assign(new TypeError(message), { code: 'invalid_client_description' })
}
