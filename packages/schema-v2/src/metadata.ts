// Metadata of a user, human or machine: `id` is the user's id, `value` base64 of raw bytes.

import type * as v from 'valibot'
import { message, required } from './json/message.ts'
import { filledBytes } from './json/scalars.ts'
import { identifier } from './json/text.ts'
import { presence } from './state.ts'

export const userMetadataSchema = message({
  id: required(identifier()),
  key: required(identifier()),
  value: required(filledBytes(500_000)),
  state: presence(),
})
export type UserMetadata = v.InferOutput<typeof userMetadataSchema>
