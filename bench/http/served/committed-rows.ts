// A file with the rows of Symbolon: the same columns with values of the same size, written ahead, synced at each commit. Requests whose rows
// are ready in the same turn of the event loop share a transaction. The tables have no index other than the row number, which codes and refresh
// tokens carry, so this is about the least that durable rows cost.
import { digest } from '@symbolon/core-protocol'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import { app, codeChallenge, codeScope, nonce, redirectUri, user, userScope } from '../credentials.ts'

/** The facts of an access token. */
interface Issued {
  readonly accessTokenDigest: string
  readonly clientId: string
  readonly subject: string
  readonly scope: readonly string[]
  readonly audience: readonly string[]
  /** Milliseconds. */
  readonly time: number
}

/** Each promise resolves when the rows are on disk. */
export interface CommittedRows {
  insert(issued: Issued): Promise<void>
  /** Marks the code as used and inserts the access token, in one transaction. @throws TypeError for a code that is not there or was used */
  redeem(code: string, codeDigest: string, issued: Issued): Promise<void>
  /** Replaces the token of a family and inserts the access token, in one transaction. @throws TypeError for another token than the last */
  rotate(token: string, tokenDigest: string, successorDigest: string, issued: Issued): Promise<void>
  newCodes(count: number): readonly string[]
  newRefreshToken(): string
}

const tables = `
  create table access_tokens (number integer primary key, digest text not null, content text not null) strict;
  create table authorization_codes (digest text not null, authorization_id text not null, client_id text not null, redirect_uri text not null,
    user_id text not null, session_id text not null, scope text not null, nonce text, code_challenge text, claims text, amr text not null,
    acr text not null, authenticated_at integer not null, issued_at integer not null, expires_at integer not null,
    remembered_until integer not null, consumed_at integer, validity text) strict;
  create table refresh_tokens (digest text not null, authorization_id text not null, client_id text not null, subject text not null,
    scope text not null, audience text not null, authentication text, claims text, actor text, previous_digest text,
    issued_at integer not null, ends_at integer not null, expires_at integer not null, repeatable_until integer, exchanged_from text,
    validity text) strict`

const hours = 3_600_000
const codeScopes = JSON.stringify(codeScope.split(' '))
const userScopes = JSON.stringify(userScope.split(' '))
const userAudience = JSON.stringify([app, 'portal'])
const userAuthentication = '{"at":1700000000000,"amr":["pwd"],"acr":"1"}'
const authentication = { at: 1_700_000_000_000, amr: ['pwd'], acr: '1' }

/** A statement that must change one row, and its values. */
type Write = readonly [StatementSync, readonly SQLInputValue[]]

interface Waiting {
  readonly writes: readonly Write[]
  readonly outcome: PromiseWithResolvers<void>
}

/** @param directory in which the file `committed.db` is created */
export function openCommittedRows(directory: string): CommittedRows {
  const database = new DatabaseSync(join(directory, 'committed.db'))
  database.exec(`pragma journal_mode = wal; pragma synchronous = full; ${tables}`)
  const [journal, synchronous] = [database.prepare('pragma journal_mode').get(), database.prepare('pragma synchronous').get()]
  // 2 is FULL: https://www.sqlite.org/pragma.html#pragma_synchronous
  if (journal?.['journal_mode'] !== 'wal' || synchronous?.['synchronous'] !== 2)
    throw new TypeError('The file is not synced at each commit')
  const [begin, commit, rollback] = [database.prepare('begin immediate'), database.prepare('commit'), database.prepare('rollback')]
  const insertToken = database.prepare('insert into access_tokens (digest, content) values (?, ?)')
  const insertCode = database.prepare(`insert into authorization_codes values (${'?, '.repeat(17)}?)`)
  const insertFamily = database.prepare(`insert into refresh_tokens values (${'?, '.repeat(15)}?)`)
  const consumeCode = database.prepare(
    'update authorization_codes set consumed_at = ? where rowid = ? and digest = ? and consumed_at is null',
  )
  const rotateFamily = database.prepare(
    'update refresh_tokens set digest = ?, previous_digest = digest, expires_at = ?, repeatable_until = ? where rowid = ? and digest = ?',
  )
  let waiting: Waiting[] = []

  async function write(...writes: readonly Write[]): Promise<void> {
    const outcome = Promise.withResolvers<void>()
    if (waiting.push({ writes, outcome }) === 1) setImmediate(commitWaiting)
    await outcome.promise
  }

  function commitWaiting(): void {
    const group = waiting
    waiting = []
    try {
      begin.run()
      for (const { writes } of group) for (const [statement, values] of writes) runOne(statement, values)
      commit.run()
    } catch (error) {
      rollback.run()
      for (const { outcome } of group) outcome.reject(error)
      return
    }
    for (const { outcome } of group) outcome.resolve()
  }

  return {
    insert: async (issued) => await write([insertToken, tokenRow(issued)]),
    redeem: async (code, codeDigest, issued) =>
      await write([consumeCode, [issued.time, rowOf(code), codeDigest]], [insertToken, tokenRow(issued)]),
    rotate: async (token, tokenDigest, successorDigest, issued) =>
      await write(
        [rotateFamily, [successorDigest, issued.time + 720 * hours, issued.time + 10_000, rowOf(token), tokenDigest]],
        [insertToken, tokenRow(issued)],
      ),
    newCodes(count) {
      database.exec('begin immediate')
      const { last } = database.prepare('select coalesce(max(rowid), 0) as last from authorization_codes').get() as {
        readonly last: number
      }
      const codes = Array.from({ length: count }, (_, index) => `${last + index + 1}.${randomText(43)}`)
      for (const code of codes) insertCode.run(...codeRow(digest(code), Date.now()))
      database.exec('commit')
      return codes
    },
    newRefreshToken() {
      const { last } = database.prepare('select coalesce(max(rowid), 0) as last from refresh_tokens').get() as { readonly last: number }
      const token = `${last + 1}.${randomText(43)}`
      insertFamily.run(...familyRow(digest(token), Date.now()))
      return token
    },
  }
}

function runOne(statement: StatementSync, values: readonly SQLInputValue[]): void {
  if (statement.run(...values).changes !== 1) throw new TypeError('The code or the refresh token was used before')
}

function tokenRow({ accessTokenDigest, clientId, subject, scope, audience, time }: Issued): readonly SQLInputValue[] {
  const authorizationId = accessTokenDigest.slice(0, 22)
  const content = {
    id: `${authorizationId}.${time}.${accessTokenDigest.slice(0, 16)}.${accessTokenDigest}`,
    authorizationId,
    clientId,
    subject,
    scope,
    audience,
    authentication,
    offlineUntil: time + 2160 * hours,
    issuedAt: time,
    expiresAt: time + 12 * hours,
  }
  return [accessTokenDigest, JSON.stringify(content)]
}

function codeRow(codeDigest: string, time: number): readonly SQLInputValue[] {
  const authorizationId = codeDigest.slice(0, 22)
  const requested = [
    codeDigest,
    authorizationId,
    app,
    redirectUri,
    user,
    codeDigest,
    codeScopes,
    nonce,
    codeChallenge,
    null,
    '["pwd"]',
    '1',
  ]
  return [...requested, time, time, time + 600_000, time + 12 * hours, null, null]
}

function familyRow(tokenDigest: string, time: number): readonly SQLInputValue[] {
  const authorizationId = tokenDigest.slice(0, 22)
  const granted = [tokenDigest, authorizationId, app, user, userScopes, userAudience, userAuthentication, null, null, tokenDigest]
  return [...granted, time, time + 2160 * hours, time + 720 * hours, null, null, null]
}

function rowOf(token: string): number {
  return Number(token.slice(0, token.indexOf('.')))
}

function randomText(length: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(length)))
    .toString('base64url')
    .slice(0, length)
}
