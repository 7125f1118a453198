// The contract of an identity provider with the login, for every protocol.
import { identityProviderCallbackPath } from '@symbolon/core-protocol'
import type { IdentityProviderRules } from '@symbolon/core-protocol'
import type { SignInClient } from '../client/sign-in.ts'

/** An identity provider with which users sign in. */
export interface ExternalProvider extends SignInClient {
  /** The id that links of users and login policies name. */
  readonly id: string
  /** The name in the text of the button: "Continue with …". */
  readonly name: string
  /** Whose mark the button may show. */
  readonly brand?: ProviderBrand
  /** The organization whose document describes it; absent for a provider of the instance. */
  readonly orgId?: string
  readonly rules: IdentityProviderRules
  /** The path of the redirect URI: one of this server that no other provider has, or one that the original product had. */
  readonly callbackPath: string
  /**
   * The path of a redirect URI that it shares with other providers of documents. It replaces `callbackPath` while the metadata of
   * the provider declares `iss` in its authorization responses, and responses without `iss` are rejected there.
   */
  readonly sharedCallbackPath?: CallbackAlias
}

/** The brands that a user interface may have a mark for. */
export type ProviderBrand = 'google' | 'microsoft' | 'gitlab' | 'apple' | 'github'

/** The default rules of a provider that is configured in code. */
const defaultRules: IdentityProviderRules = { creationAllowed: true, linkingAllowed: true, autoCreation: false, autoUpdate: false }

/** Options that every provider in code has. */
export interface ProviderOptions {
  /**
   * The id that links of users and login policies name. Default: the name of the preset, such as `google`. A provider that was moved here
   * keeps its id, so that the links of its users stay valid.
   */
  readonly id?: string
  /** The name in the text of the button: "Continue with …". */
  readonly name?: string
  /** Default: users may register and link, a registration shows a form, and a sign-in updates nothing. */
  readonly rules?: Partial<IdentityProviderRules>
  /**
   * The path of the redirect URI. Default: a separate path, `/ui/login/external/callback/<id>`. A migrated provider may keep the path that is
   * registered for it.
   */
  readonly callbackPath?: CallbackAlias
}

/** The paths of redirect URIs that the original product had. */
export type CallbackAlias = '/ui/login/login/externalidp/callback' | '/ui/login/login/externalidp/callback/form' | '/idps/callback'

/** The path that the original product registered for providers of documents. */
export const sharedCallbackPath: CallbackAlias = '/ui/login/login/externalidp/callback'

/** Whether the id can be a segment of a path, where a browser resolves `.` and `..`. */
export function fitsPath(id: string): boolean {
  return id.isWellFormed() && id !== '.' && id !== '..'
}

/**
 * The facts of a provider in code.
 *
 * @throws TypeError with the code `external_provider_id` when the id does not fit into a path
 */
export function providerFacts(
  { id: givenId, name: givenName, rules, callbackPath }: ProviderOptions,
  preset: { readonly id: string; readonly name: string; readonly brand?: ProviderBrand },
): Pick<ExternalProvider, 'id' | 'name' | 'brand' | 'rules' | 'callbackPath'> {
  const id = givenId ?? preset.id
  if (!/^[A-Za-z0-9_-]{1,200}$/.test(id)) {
    throw Object.assign(new TypeError(`The id of the identity provider ${id} does not fit into a path.`), { code: 'external_provider_id' })
  }
  return {
    id,
    name: givenName ?? preset.name,
    ...(preset.brand === undefined ? {} : { brand: preset.brand }),
    rules: { ...defaultRules, ...rules },
    callbackPath: callbackPath ?? identityProviderCallbackPath(id),
  }
}
