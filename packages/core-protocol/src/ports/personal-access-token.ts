// Personal access tokens of service users, found by digest.

export interface PersonalAccessToken {
  readonly id: string
  readonly userId: string
  readonly scope: readonly string[]
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** Absent: until it is removed. */
  readonly expiresAt?: number
}

export interface PersonalAccessTokenStore {
  /** The active, unexpired token of this digest (SHA-256, base64url). Whether its user is active is the caller's to ask. */
  find(digest: string, now: number): Promise<PersonalAccessToken | undefined>
  /** The active, unexpired token of this id. Nobody presents an id: it is for what was made of the token earlier. */
  findById(id: string, now: number): Promise<PersonalAccessToken | undefined>
}
