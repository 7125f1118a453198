// Claims about a user, and where they stand.

/** Claims by name, as JSON values. */
export type Claims = Readonly<Record<string, unknown>>

/** Where claims are asserted. Access tokens are those in JWT form. */
export type ClaimPlace = 'userinfo' | 'introspection' | 'id_token' | 'access_token'
