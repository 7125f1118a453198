// A personal access token of a service user; the whole list is ours. `token` is clear text and only ever comes in,
// `tokenDigest` goes out in exports with credentials.

import type * as v from 'valibot'
import { list } from './json/list.ts'
import { message, required } from './json/message.ts'
import { clearSecret, identifier, text } from './json/text.ts'
import { timestamp } from './json/time.ts'
import { state } from './state.ts'
import { decisive } from './json/leaf.ts'

export const personalAccessTokenSchema = message({
  tokenId: required(identifier()),
  userId: required(identifier()),
  expirationDate: decisive(timestamp()),
  scopes: list(identifier()),
  token: clearSecret(),
  tokenDigest: text(),
  state: state(),
})
export type PersonalAccessToken = v.InferOutput<typeof personalAccessTokenSchema>
