// The values of set-up texts, and how they are quoted: addresses and ids hold characters with a meaning in a language.

/** The kind of the application: it runs on a server, in a browser, or on a device; it is an API; or it acts on its own behalf. */
export type Kind = 'web' | 'spa' | 'native' | 'api' | 'service'

/** How an application authenticates. https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication */
export type Method = 'client_secret_basic' | 'client_secret_post' | 'none' | 'private_key_jwt'

/** The values of one application. */
export interface SetupValues {
  readonly kind: Kind
  readonly issuer: string
  readonly clientId: string
  /** Known only right after it was generated. */
  readonly secret?: string
  readonly method: Method
  /** The first that is registered, or an example. */
  readonly redirectUri: string
  /** The first that is registered. */
  readonly postLogoutRedirectUri?: string
  /** The scopes that the application requests. */
  readonly scopes: readonly string[]
}

/** A text to be copied. */
export interface Setup {
  /** Unique among the texts of an application. */
  readonly id: string
  /** The name of the library, and the file that the text belongs to. */
  readonly title: string
  readonly language: 'env' | 'javascript' | 'typescript' | 'yaml' | 'go' | 'python' | 'shell'
  readonly text: string
}

/**
 * @returns a literal in double quotes, which JavaScript, Python, Go and YAML read alike. Values are ASCII: those of registered addresses and
 *   client ids are checked when they are stored
 */
export function quoted(value: string): string {
  return JSON.stringify(value)
}

/** @returns a word of a POSIX shell and of `.env` files; in quotes where a character means something there */
export function shellWord(value: string): string {
  return /^[\w.:/@%+,=-]*$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`
}

/** @returns whether the issuer is reached without TLS, as on the machine of a developer */
export function isInsecure({ issuer }: SetupValues): boolean {
  return issuer.startsWith('http:')
}

/** @returns the address of the discovery document. https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfigurationRequest */
export function discoveryOf({ issuer }: Pick<SetupValues, 'issuer'>): string {
  return `${issuer}/.well-known/openid-configuration`
}
