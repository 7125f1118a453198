// English. The sentence for each reason of a field violation. For other reasons the message of the management API is shown.

/** Sentences by reason. */
export function reasons(): Readonly<Record<string, string>> {
  return {
    stale: 'Another user changed this after you opened the page. Your values are below. Save again to overwrite the other changes.',
    malformed: 'This value is missing or not valid. Correct it.',
    missing_reference: 'The referenced object does not exist. Choose a different one.',
    client_id_taken: 'This ID is used by another application, service user or project. Choose a different one.',
    uri_empty: 'This line is empty. Remove it.',
    uri_too_long: 'The URI is longer than 2048 characters. Shorten it.',
    uri_control_character: 'The URI contains a space or a control character. Remove it.',
    uri_not_ascii: 'The URI contains a non-ASCII character. Percent-encode it, and enter host names in Punycode.',
    uri_malformed: 'Enter a complete URI with its scheme, such as https://app.example/callback.',
    uri_fragment: 'The URI has a fragment (after #). Remove it.',
    uri_wildcard: 'Wildcards are not supported: URIs must match exactly. Enter each host.',
    uri_userinfo: 'The URI has a user name before the host. Remove it.',
    uri_scheme_forbidden: 'URIs with this scheme can run code or expose local data. Use https.',
    uri_scheme_not_native: 'Only native applications can use a custom scheme. Use https, or choose the type Native.',
    uri_response_parameter: 'The URI has a query parameter that the authorization response uses. Rename the parameter.',
    origin_malformed: 'Enter an origin such as https://app.example or https://app.example:8443, without a path.',
    key_malformed: 'Enter a public key in PEM format. It starts with -----BEGIN PUBLIC KEY-----.',
    key_private: 'This is a private key, which is now compromised. Create a new key pair, and enter only its public key.',
    key_weak: 'The key is too weak. RSA keys need at least 2048 bits. Create a new key pair.',
    lifetime_too_long:
      'The instance limits how long tokens and keys are valid. Choose an earlier date, create a new one, or ask an instance owner.',
    lifetime_over_maximum: 'The lifetime exceeds the maximum of the instance.',
    key_unsupported: 'Use an RSA, EC P-256 or Ed25519 key.',
    user_name_taken: 'Another user of this organization has this user name. Choose a different one.',
    redirect_over_http: 'http needs development mode. Turn it on, or use https.',
    refresh_grant_missing:
      'The application does not get refresh tokens, even if it requests offline_access. Allow refresh tokens if it needs them.',
    grant_type_unknown: 'This server does not support this grant type.',
    client_metadata_unknown: 'This server does not support this client metadata.',
    client_metadata_malformed: 'The value does not have the required format.',
    no_effect: 'The value is stored, but this server does not use it.',
  }
}
