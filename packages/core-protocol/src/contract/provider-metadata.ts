// The discovery document. https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata

/**
 * The discovery document. A package of another specification adds its members by declaration merging.
 * https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata
 */
export interface ProviderMetadata {
  readonly issuer: string
  readonly authorization_endpoint?: string
  readonly token_endpoint?: string
  readonly introspection_endpoint?: string
  readonly userinfo_endpoint?: string
  readonly revocation_endpoint?: string
  readonly end_session_endpoint?: string
  readonly jwks_uri: string
  readonly scopes_supported: readonly string[]
  readonly response_types_supported: readonly string[]
  readonly response_modes_supported?: readonly string[]
  readonly grant_types_supported: readonly string[]
  readonly acr_values_supported?: readonly string[]
  readonly subject_types_supported: readonly string[]
  readonly id_token_signing_alg_values_supported: readonly string[]
  readonly token_endpoint_auth_methods_supported?: readonly string[]
  readonly token_endpoint_auth_signing_alg_values_supported?: readonly string[]
  readonly introspection_endpoint_auth_methods_supported?: readonly string[]
  readonly introspection_endpoint_auth_signing_alg_values_supported?: readonly string[]
  readonly revocation_endpoint_auth_methods_supported?: readonly string[]
  readonly revocation_endpoint_auth_signing_alg_values_supported?: readonly string[]
  readonly claim_types_supported?: readonly string[]
  readonly claims_supported?: readonly string[]
  readonly code_challenge_methods_supported?: readonly string[]
  readonly ui_locales_supported?: readonly string[]
  readonly prompt_values_supported?: readonly string[]
  readonly claims_parameter_supported?: boolean
  readonly request_parameter_supported: boolean
  readonly request_uri_parameter_supported: boolean
  readonly authorization_response_iss_parameter_supported?: boolean
}
