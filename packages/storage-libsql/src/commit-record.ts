// Records outside the database which commit was acknowledged last. Every transaction that changes something increases a number in the
// database (`user_version`), and a small file next to it contains the last number that was acknowledged. A database with a lower number has
// lost writes: its write-ahead log is gone or damaged, or the file is an older copy. The record is not synced: after a power failure it may
// be behind the database, but it is never ahead.
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { makePrivately } from './database-files.ts'

interface State {
  /** The number of the last acknowledged commit, modulo `wrap`. */
  readonly commits: number
  /** The identity of the database file, if it was closed properly. */
  readonly closed?: string
  /** The identity of the file that replaces the database. Once it has, the record no longer applies. */
  readonly replacedBy?: string
}

/** `user_version` is a signed integer of 32 bits. https://www.sqlite.org/pragma.html#pragma_user_version */
const wrap = 2 ** 31
const length = 96
const encoder = new TextEncoder()

/** The record of one database. */
export class CommitRecord {
  readonly #path: string
  #file: number | undefined
  #commits = 0
  #closed: string | undefined

  /**
   * @param path of the record, which may be absent
   * @param identity of the database
   */
  constructor(path: string, identity: string | undefined) {
    this.#path = path
    const state = read(path)
    if (state === undefined || (state.replacedBy !== undefined && state.replacedBy === identity)) return
    this.#commits = state.commits
    this.#closed = state.closed
  }

  /** Whether this file was closed properly when it was last used. */
  wasClosed(identity: string | undefined): boolean {
    return identity !== undefined && this.#closed === identity
  }

  /** Whether a database with this number lacks acknowledged commits. */
  isAheadOf(commits: number): boolean {
    const ahead = (this.#commits - commits + wrap) % wrap
    return ahead > 0 && ahead < wrap / 2
  }

  /** Starts to record. @param commits the number in the database */
  begin(commits: number): void {
    this.#commits = commits
    makePrivately(this.#path)
    this.#file = openSync(this.#path, 'r+')
    this.#write({ commits })
  }

  /** The number of the last acknowledged transaction. */
  get last(): number {
    return this.#commits
  }

  /** The number of the next transaction. */
  get next(): number {
    return (this.#commits + 1) % wrap
  }

  /** Must be called when a transaction is on disk, and before its caller gets the result. */
  acknowledge(commits: number): void {
    this.#commits = commits
    this.#writeQuietly({ commits })
  }

  /** Stops to record. @param closed the identity of the database, if it contains all acknowledged commits */
  end(closed?: string): void {
    if (closed !== undefined) this.#writeQuietly({ commits: this.#commits, closed })
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #write(state: State): void {
    if (this.#file !== undefined) write(this.#file, state)
  }

  #writeQuietly(state: State): void {
    try {
      this.#write(state)
    } catch {
      // The transaction is on disk nevertheless, and the next one is recorded again.
    }
  }
}

/**
 * Records that another file is about to replace the database. The renaming of that file then decides whether the record still applies, so
 * that a process that is killed before or after it leaves nothing that would count as a loss.
 * @param path of the record, which may be absent
 * @param identity of the file that replaces the database
 */
export function noteReplacement(path: string, identity: string): void {
  const state = read(path)
  if (state === undefined) return
  const file = openSync(path, 'r+')
  try {
    write(file, { commits: state.commits, replacedBy: identity })
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function write(file: number, state: State): void {
  // As bytes, because Deno ignores the position for text.
  const bytes = encoder.encode(`${JSON.stringify(state).padEnd(length - 1)}\n`)
  writeSync(file, bytes, 0, bytes.byteLength, 0)
}

/** @returns undefined without a record, and for one that a power failure left incomplete */
function read(path: string): State | undefined {
  try {
    const state: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof state !== 'object' || state === null || !('commits' in state) || typeof state.commits !== 'number') return undefined
    return {
      commits: state.commits,
      ...('closed' in state && typeof state.closed === 'string' ? { closed: state.closed } : {}),
      ...('replacedBy' in state && typeof state.replacedBy === 'string' ? { replacedBy: state.replacedBy } : {}),
    }
  } catch {
    return undefined
  }
}
