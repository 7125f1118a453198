// The names of members of a discovery document that specifications define.
// https://www.iana.org/assignments/oauth-parameters/oauth-parameters.xhtml#authorization-server-metadata

const names: readonly string[] = [
  // https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'jwks_uri',
  'registration_endpoint',
  'scopes_supported',
  'response_types_supported',
  'response_modes_supported',
  'grant_types_supported',
  'acr_values_supported',
  'subject_types_supported',
  'id_token_signing_alg_values_supported',
  'id_token_encryption_alg_values_supported',
  'id_token_encryption_enc_values_supported',
  'userinfo_signing_alg_values_supported',
  'userinfo_encryption_alg_values_supported',
  'userinfo_encryption_enc_values_supported',
  'request_object_signing_alg_values_supported',
  'request_object_encryption_alg_values_supported',
  'request_object_encryption_enc_values_supported',
  'token_endpoint_auth_methods_supported',
  'token_endpoint_auth_signing_alg_values_supported',
  'display_values_supported',
  'claim_types_supported',
  'claims_supported',
  'service_documentation',
  'claims_locales_supported',
  'ui_locales_supported',
  'claims_parameter_supported',
  'request_parameter_supported',
  'request_uri_parameter_supported',
  'require_request_uri_registration',
  'op_policy_uri',
  'op_tos_uri',
  // https://www.rfc-editor.org/rfc/rfc8414#section-2
  'revocation_endpoint',
  'revocation_endpoint_auth_methods_supported',
  'revocation_endpoint_auth_signing_alg_values_supported',
  'introspection_endpoint',
  'introspection_endpoint_auth_methods_supported',
  'introspection_endpoint_auth_signing_alg_values_supported',
  'code_challenge_methods_supported',
  // https://www.rfc-editor.org/rfc/rfc9207#section-3
  'authorization_response_iss_parameter_supported',
  // https://openid.net/specs/openid-connect-prompt-create-1_0.html#section-4.2
  'prompt_values_supported',
  // https://openid.net/specs/openid-connect-rpinitiated-1_0.html#OPMetadata
  'end_session_endpoint',
  // https://openid.net/specs/openid-connect-backchannel-1_0.html#BCSupport
  'backchannel_logout_supported',
  'backchannel_logout_session_supported',
  // https://www.rfc-editor.org/rfc/rfc8628#section-4
  'device_authorization_endpoint',
  // https://www.rfc-editor.org/rfc/rfc9126#section-5
  'pushed_authorization_request_endpoint',
  'require_pushed_authorization_requests',
]

export function isRegisteredMetadata(name: string): boolean {
  return names.includes(name)
}
