// The algorithms of client assertions, as discovery tells them. An Ed25519 key signs under two names:
// https://www.rfc-editor.org/rfc/rfc9864#section-2.2

export const clientAssertionAlgorithms: readonly string[] = ['RS256', 'ES256', 'EdDSA', 'Ed25519']
