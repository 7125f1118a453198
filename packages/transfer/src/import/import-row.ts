// What an import says of single objects: errors in the shape and with the names that existing clients know, and the ledger of everything
// that the document says and that was not taken over.

export interface ImportError {
  /** E.g. `human_user`. */
  readonly type: string
  /** E.g. the user's id; ids of several parts are joined by an underscore. */
  readonly id: string
  readonly message: string
}

export interface ImportLedgerRow {
  /** Where in the document. */
  readonly path: string
  readonly reason: string
  readonly advice: string
  /** How many places the row stands for. */
  readonly count?: number
}

export type ImportRow =
  | { readonly row: 'error', readonly error: ImportError }
  | { readonly row: 'ledger', readonly entry: ImportLedgerRow }
