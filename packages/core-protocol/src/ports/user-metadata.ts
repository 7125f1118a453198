// What an application or an administrator noted about a user.

export interface UserMetadata {
  readonly key: string
  /** Base64 of any bytes. */
  readonly value: string
}

export interface UserMetadataStore {
  /** In the order of the keys. */
  list(userId: string): Promise<readonly UserMetadata[]>
}
