// The `claims` parameter. https://openid.net/specs/openid-connect-core-1_0.html#ClaimsParameter

export interface ClaimRequest {
  readonly essential?: boolean
  readonly value?: unknown
  readonly values?: readonly unknown[]
}

export interface ClaimsRequest {
  readonly userinfo?: Readonly<Record<string, ClaimRequest | null>>
  readonly id_token?: Readonly<Record<string, ClaimRequest | null>>
}
