// Mistakes in a composition: raised by createProvider, never at a request.

/** The codes of mistakes in a composition. */
export type CompositionCode =
  | 'client_unusable'
  | 'duplicate_claim'
  | 'duplicate_client'
  | 'duplicate_grant'
  | 'duplicate_issuer'
  | 'duplicate_member'
  | 'duplicate_part'
  | 'duplicate_path'
  | 'duplicate_response_type'
  | 'duplicate_scope'
  | 'duplicate_store'
  | 'duplicate_token_kind'
  | 'duplicate_token_origin'
  | 'feature_misplaced'
  | 'grants_missing'
  | 'invalid_claim'
  | 'invalid_issuer'
  | 'invalid_lifetime'
  | 'invalid_option'
  | 'invalid_part'
  | 'invalid_scope'
  | 'invalid_trusted_proxy'
  | 'invalid_vendor'
  | 'login_missing'
  | 'login_unused'
  | 'master_key_missing'
  | 'master_key_length'
  | 'part_misplaced'
  | 'part_not_called'
  | 'provider_missing'
  | 'shared_database'
  | 'storage_incomplete'
  | 'storage_missing'
  | 'tokens_unissued'
  | 'unknown_option'
  | 'unknown_store'
  | 'users_elsewhere'

/** A mistake in what was composed, with a stable `code` and a message that says what to change. */
export class CompositionError extends TypeError {
  override readonly name = 'CompositionError'
  readonly code: CompositionCode

  constructor(code: CompositionCode, message: string) {
    super(message)
    this.code = code
  }
}
