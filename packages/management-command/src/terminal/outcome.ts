// What a command has to say: one value for programs, and blocks of text for people.

/** A table. */
export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | undefined)[])[]
  /** What is said where there is no row. */
  readonly empty: string
}

/** Names with their values. One without a value is left out. */
export interface Facts {
  readonly facts: Readonly<Record<string, string | undefined>>
}

/** A part of what a person reads: a line, a table, or names with values. */
export type Block = string | Table | Facts

/** The result of a command. */
export interface Outcome {
  /** A value with a JSON form: what `--json` prints. */
  readonly json: unknown
  readonly blocks: readonly Block[]
  /** What is said on standard error, so that standard output holds the result alone. */
  readonly hints?: readonly string[]
}

/** What the user has to do or to know. The message is one or more lines for people. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  /** A stable code for programs. */
  readonly code: string
  /** Members of `--json` in addition to code and message. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: string, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}
