// A domain of an org: login names end in it. `orgId` repeats the org's id and is not needed.

import type * as v from 'valibot'
import { DOMAIN_VALIDATION_TYPE } from './enums.ts'
import { lenientEnumeration } from './json/enumeration.ts'
import { message, required } from './json/message.ts'
import { bool, uint64 } from './json/scalars.ts'
import { identifier, optionalIdentifier } from './json/text.ts'
import { timestamp } from './json/time.ts'
import { state } from './state.ts'

/** Written by some exporters, ignored by every importer. */
const objectDetailsSchema = message({
  sequence: uint64(),
  creationDate: timestamp(),
  changeDate: timestamp(),
  resourceOwner: optionalIdentifier(),
})

export const orgDomainSchema = message({
  orgId: optionalIdentifier(),
  details: objectDetailsSchema,
  domainName: required(identifier()),
  isVerified: bool(),
  isPrimary: bool(),
  // A plain cast of an internal number in real exports.
  validationType: lenientEnumeration(DOMAIN_VALIDATION_TYPE),
  state: state(),
})
export type OrgDomain = v.InferOutput<typeof orgDomainSchema>
