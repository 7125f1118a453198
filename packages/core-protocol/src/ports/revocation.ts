// What was ended before its time: ids of tokens (`jti`), of authorizations and of sessions, kept until the last token that
// could name them has expired. One look-up decides, for opaque and JWT tokens alike.

export interface RevocationStore {
  /**
   * Ends the ids; repeating it extends. `expiresAt` in milliseconds.
   * @returns those that were not ended before: of parallel calls one gets each, so that an end is recorded once
   */
  add(ids: readonly string[], expiresAt: number): Promise<readonly string[]>
  /** Whether one of the ids was ended. */
  includesAny(ids: readonly string[]): Promise<boolean>
  deleteExpired(now: number, limit: number): Promise<number>
}

/* MERGED from assertion-id.ts
// `jti` values of assertions that were accepted. https://www.rfc-editor.org/rfc/rfc7523#section-3 (7)
*/
export interface AssertionIdStore {
  /**
   * Remembers the id until `expiresAt` (milliseconds).
   * @param id unique per issuer and purpose; the caller builds it after the signature was verified
   * @returns false when it was there already: of parallel calls exactly one gets true
   */
  add(id: string, expiresAt: number): Promise<boolean>
  deleteExpired(now: number, limit: number): Promise<number>
}
