// Why something is in the ledger: stable codes for programs, and what to do about it for people.

import type { RowKind } from './ledger.ts'

/** Why something was left out, and what to do about it. */
export interface Reason {
  readonly kind: RowKind
  readonly advice: string
}

/** A stable code for programs. */
export type ReasonCode =
  | 'invalid-entry'
  | 'invalid-member'
  | 'stricter-value'
  | 'unknown-member'
  | 'unknown-value'
  | 'outside-of-orgs'
  | 'without-login-policy'
  | 'policy-said-twice'
  | 'member-said-twice'
  | 'member-of-missing-project'
  | 'unknown-language'
  | 'unknown-hash-algorithm'
  | 'keys-skipped'
  | 'hash-algorithm'
  | 'no-language'
  | 'member-of-other-org'
  | 'duplicate'
  | 'owner-type'
  | 'request-member'
  | 'client-id-absent'
  | 'client-secret-absent'
  | 'states-absent'
  | 'redirect-over-http'
  | 'key-without-expiry'
  | 'texts-frozen'
  | 'texts-mixed-up'
  | 'idp-of-instance'
  | 'policy-defaults'
  | 'user-without-email'
  | 'user-without-name'
  | 'unknown-hash'
  | 'no-effect'

/** The kind and the advice of each reason. */
export const reasons: Readonly<Record<ReasonCode, Reason>> = {
  'invalid-entry': {
    kind: 'loss',
    advice: 'It does not fit the format and was left out. Correct the input and convert again, or add it by hand.',
  },
  'invalid-member': {
    kind: 'loss',
    advice: 'It was left out, and the object around it was taken. Correct the input and convert again, or set it by hand.',
  },
  'stricter-value': {
    kind: 'loss',
    advice: 'Security depends on it: the stricter value stands in its place. Correct the input and convert again, or set it by hand.',
  },
  'unknown-member': {
    kind: 'loss',
    advice: 'The format has no such member, and no importer reads it. Keep the input if it matters.',
  },
  'unknown-value': {
    kind: 'loss',
    advice: 'The format knows no such value. It was left out, which means the default.',
  },
  'outside-of-orgs': {
    kind: 'loss',
    advice: 'It stands outside of the organizations, which are all that an import takes.',
  },
  'without-login-policy': {
    kind: 'loss',
    advice: 'Factors and identity providers take effect in a login policy only, and the organization has none: that of the instance rules.',
  },
  'policy-said-twice': {
    kind: 'loss',
    advice: 'The organization has iamPolicy and domainPolicy, and they differ. domainPolicy was taken.',
  },
  'member-said-twice': {
    kind: 'loss',
    advice: 'The user is a member of the project twice, with different roles. The first entry was taken.',
  },
  'member-of-missing-project': {
    kind: 'loss',
    advice: 'The project belongs to no organization of the input that lists this member too. Convert an export that holds the project.',
  },
  'unknown-language': {
    kind: 'loss',
    advice: 'This is no language tag (BCP 47). The user gets the default language.',
  },
  'unknown-hash-algorithm': {
    kind: 'loss',
    advice: 'The algorithm contradicts the hash beside it. Only the hash was taken; it names its algorithm itself.',
  },
  'keys-skipped': {
    kind: 'loss',
    advice: 'Keys were left out as asked for. Apps and service users that sign assertions need new ones.',
  },
  'hash-algorithm': {
    kind: 'implied',
    advice: 'The hash itself says its algorithm.',
  },
  'no-language': {
    kind: 'implied',
    advice: '"und" means that no language is set.',
  },
  'member-of-other-org': {
    kind: 'implied',
    advice: 'Exporters repeat the members of all projects in every organization. They are kept with the one that owns the project.',
  },
  duplicate: {
    kind: 'implied',
    advice: 'The same stands there twice.',
  },
  'owner-type': {
    kind: 'implied',
    advice: 'Exporters wrote a wrong ownerType. It now says whether the organization itself has the identity provider.',
  },
  'request-member': {
    kind: 'implied',
    advice: 'It belongs to the request around the document, not to the document.',
  },
  'client-id-absent': {
    kind: 'notice',
    advice: 'The format has no client id. Add "clientId" to this app in the output to keep the old one; else the import makes a new one.',
  },
  'client-secret-absent': {
    kind: 'notice',
    advice: 'The format has no client secret. Add "clientSecret" (32 characters or more) to this app in the output, or hand out a new one.',
  },
  'states-absent': {
    kind: 'notice',
    advice: 'The input says of no user whether it is locked or inactive: all come back active. Add "state" to those that must not sign in.',
  },
  'redirect-over-http': {
    kind: 'notice',
    advice: 'It is kept, but its use is refused until it starts with https:// or the app has devMode.',
  },
  'key-without-expiry': {
    kind: 'notice',
    advice: 'The key has no expirationDate: it never expires.',
  },
  'texts-frozen': {
    kind: 'notice',
    advice: 'Exports hold whole sets of texts, with the defaults of their time. Take out of the output what should follow new defaults.',
  },
  'texts-mixed-up': {
    kind: 'notice',
    advice: 'The exporter wrote the texts of claimed domains here. Check them, or take them out of the output.',
  },
  'idp-of-instance': {
    kind: 'notice',
    advice: 'The identity provider belongs to the instance, which no export holds. No Symbolon server signs users in by one.',
  },
  'policy-defaults': {
    kind: 'notice',
    advice: 'iamPolicy has one flag of three: validateOrgDomains and smtpSenderAddressMatchesInstanceDomain are off. Turn on what applies.',
  },
  'user-without-email': {
    kind: 'notice',
    advice: 'The user has no e-mail address and cannot be sent a link or a code.',
  },
  'user-without-name': {
    kind: 'notice',
    advice: 'The user has no userName, and an import refuses such a user. Add one to the output.',
  },
  'unknown-hash': {
    kind: 'notice',
    advice: 'The import cannot verify this hash, or not at its cost: the user is imported without password and needs a new one.',
  },
  'no-effect': {
    kind: 'notice',
    advice: 'It is kept, and no Symbolon server acts on it.',
  },
}
