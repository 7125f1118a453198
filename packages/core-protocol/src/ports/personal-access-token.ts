// Personal access tokens of service users, found by digest.

export interface PersonalAccessToken {
  readonly id: string
  readonly userId: string
  readonly scope: readonly string[]
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** How often everything that it was exchanged for has been ended: whenever it was switched off or on. It never goes back. */
  readonly timesEnded: number
  /** Absent: until it is removed. */
  readonly expiresAt?: number
}

export interface PersonalAccessTokenStore {
  /** The active, unexpired token of this digest (SHA-256, base64url). Whether its user is active is the caller's to ask. */
  find(digest: string, now: number): Promise<PersonalAccessToken | undefined>
  /** The active, unexpired token of this id. Nobody presents an id: it is for what was made of the token earlier. */
  findById(id: string, now: number): Promise<PersonalAccessToken | undefined>
}
