// The public halves of the keys with which apps and service users sign their assertions.
// `publicKey` is base64 of a PEM text; an absent `expirationDate` means that the key does not expire.

import type * as v from 'valibot'
import { KEY_TYPE } from './enums.ts'
import { enumeration } from './json/enumeration.ts'
import { message, required } from './json/message.ts'
import { filledBytes } from './json/scalars.ts'
import { identifier, optionalIdentifier } from './json/text.ts'
import { timestamp } from './json/time.ts'
import { state } from './state.ts'
import { decisive } from './json/leaf.ts'

/** A PEM public key of RSA-16384 takes under 3000 bytes. */
const LARGEST_PUBLIC_KEY = 10_000

export const appKeySchema = message({
  id: required(identifier()),
  projectId: optionalIdentifier(),
  appId: required(identifier()),
  /** The client id on the server that wrote the file. */
  clientId: optionalIdentifier(),
  type: enumeration(KEY_TYPE),
  expirationDate: decisive(timestamp()),
  publicKey: required(filledBytes(LARGEST_PUBLIC_KEY)),
  state: state(),
})
export type AppKey = v.InferOutput<typeof appKeySchema>

export const machineKeySchema = message({
  keyId: required(identifier()),
  userId: required(identifier()),
  type: enumeration(KEY_TYPE),
  expirationDate: decisive(timestamp()),
  publicKey: required(filledBytes(LARGEST_PUBLIC_KEY)),
  state: state(),
})
export type MachineKey = v.InferOutput<typeof machineKeySchema>
