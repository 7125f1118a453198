// The rows of opaque access tokens, past the provider: to look at them, and to have tokens that no endpoint issues.
import { digest, opaqueAccessTokenText, readOpaqueAccessToken } from '@symbolon/core-protocol'
import type { AccessToken } from '@symbolon/core-protocol'
import type { TestProvider } from './provider.ts'

/** The row of the token; undefined if the text is not a token, or if there is no row with its number. */
export async function rowOf({ storage }: TestProvider, token: unknown): Promise<AccessToken | undefined> {
  const read = readOpaqueAccessToken(String(token))
  return read === undefined ? undefined : await storage.stores.accessTokens?.find(read.number)
}

let number = 0

/** Stores a token as if it had been issued. @returns its text */
export async function insertToken({ storage }: TestProvider, row: Omit<AccessToken, 'digest' | 'number'>): Promise<string> {
  const secret = `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll('-', '').slice(0, 43)
  number += 1
  if ((await storage.stores.issuance?.commit({ accessToken: { ...row, number, digest: digest(secret) } })) !== 'issued')
    throw new Error('The number is taken')
  return opaqueAccessTokenText({ number, secret })
}
