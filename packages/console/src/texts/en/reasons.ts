// English. The sentence for each reason of a field violation. For other reasons the message of the management API is shown.

/** Sentences by reason. */
export function reasons(): Readonly<Record<string, string>> {
  return {
    stale: 'Somebody else changed this after you opened the page. Your values are below. Save again to put them in place of theirs.',
    malformed: 'This value is missing or cannot be read. Correct it.',
    missing_reference: 'What this refers to does not exist. Choose another one.',
    client_id_taken: 'Another application, a service user or a project has this ID. Choose another one.',
    uri_empty: 'The address is empty. Remove the line.',
    uri_too_long: 'The address is longer than 2048 characters. Shorten it.',
    uri_control_character: 'The address contains a space or a control character. Remove it.',
    uri_not_ascii: 'The address contains a character outside ASCII. Percent-encode it, and write host names in Punycode.',
    uri_malformed: 'This is not a complete address. Write it with its scheme, such as https://app.example/callback.',
    uri_fragment: 'The address has a part behind #. Remove that part.',
    uri_wildcard: 'The host of the address has a wildcard, and addresses are compared byte for byte. Enter each host.',
    uri_userinfo: 'The address has a user name before the host. Remove it.',
    uri_scheme_forbidden: 'Addresses of this scheme can run code or show local data. Use https.',
    uri_scheme_not_native: 'Only native applications may have an address of their own scheme. Use https, or choose the type Native.',
    uri_response_parameter: 'The address has a query parameter that the answer itself uses. Rename the parameter.',
    origin_malformed: 'This is not an origin. Write scheme://host or scheme://host:port, without a path.',
    key_malformed: 'This is not a readable public key in PEM form. It begins with -----BEGIN PUBLIC KEY-----.',
    key_private: 'This is a private key, which is disclosed now. Make a new pair, and give its public key only.',
    key_weak: 'The key is too weak. An RSA key needs 2048 bits. Make a new pair.',
    lifetime_too_long:
      'The instance limits how long tokens and keys are valid. Choose an earlier end, create a new one, or ask an owner of the instance.',
    lifetime_over_maximum: 'It is valid for longer than the maximum that the instance sets for others.',
    key_unsupported: 'The key is not an RSA, EC P-256 or Ed25519 key. Make a new pair.',
    user_name_taken: 'Another user of the organization has this user name. Choose another one.',
    redirect_over_http: 'This http address is refused when it is used. Use https, or switch the development mode on.',
    refresh_grant_missing:
      'The application gets no refresh token, even if it asks for offline_access. Allow refresh tokens if it needs them.',
    grant_type_unknown: 'This server does not have this grant type.',
    no_effect: 'The value is kept. This server does not act on it.',
  }
}
