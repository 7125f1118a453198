// Which other factors the login has. The section of one factor counts them without knowing their sections.

/** The factors that are composed into the login. */
export interface ComposedFactors {
  /** Passkeys and security keys. Default: false. */
  readonly passkeys?: boolean
}

/** The stores of those factors: only what is composed has a table. */
export function keyStoresOf({ passkeys = false }: ComposedFactors): readonly 'passkeys'[] {
  return passkeys ? ['passkeys'] : []
}
