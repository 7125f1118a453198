// `jti` values of assertions that were accepted. https://www.rfc-editor.org/rfc/rfc7523#section-3 (7)

export interface AssertionIdStore {
  /**
   * Remembers the id until `expiresAt` (milliseconds).
   * @param id unique per issuer and purpose; the caller builds it after the signature was verified
   * @returns false when it was there already: of parallel calls exactly one gets true
   */
  add(id: string, expiresAt: number): Promise<boolean>
  deleteExpired(now: number, limit: number): Promise<number>
}
