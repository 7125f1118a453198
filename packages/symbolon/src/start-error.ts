// Why the service cannot start, or a command fails: one line for the operator, and exit code 1.
import { StorageStartError } from '@symbolon/core-protocol'

/** A stable code for programs. */
export type StartErrorCode =
  | 'invalid_configuration'
  | 'port_in_use'
  | 'cannot_listen'
  | 'directory_not_writable'
  | 'master_key_missing'
  | 'master_key_unreadable'
  | 'master_key_mismatch'
  | 'document_unreadable'
  | 'document_refused'
  | 'tls_unreadable'
  | 'database_in_use'
  | 'database_lost'
  | 'database_missing'
  | 'database_no_file'
  | 'database_unavailable'
  | 'export_refused'
  | 'first_start_elsewhere'
  | 'file_exists'
  | 'file_missing'
  | 'file_unwritable'
  | 'import_refused'
  | 'instance_expected'
  | 'key_unknown'
  | 'key_revoked'
  | 'not_ready'
  | 'server_refused'
  | 'server_unreachable'
  | 'token_missing'
  | 'user_not_active'
  | 'user_not_invitable'
  | 'user_unknown'

/** The service cannot start, or a command fails. The message is one line for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError'
  readonly code: StartErrorCode

  constructor(code: StartErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Whether the error is one whose message is all that an operator needs. */
export function isOperatorError(error: unknown): error is Error {
  return error instanceof StartError || error instanceof StorageStartError
}
