// The reasons of rows in the ledger: stable codes for programs, and advice for people.

/** `loss`: left out, and a person should check. `implied`: left out without loss. `notice`: kept, and something is to be done. */
export type RowKind = 'loss' | 'implied' | 'notice'

/** The meaning of a reason, and its remedy. */
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
  | 'password-change'
  | 'no-language'
  | 'member-of-other-org'
  | 'duplicate'
  | 'owner-type'
  | 'request-member'
  | 'organization-twice'
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
  | 'short-passwords'
  | 'unlimited-attempts'

/** The kind and the advice of each reason. */
export const reasons: Readonly<Record<ReasonCode, Reason>> = {
  'invalid-entry': {
    kind: 'loss',
    advice: 'The entry does not match the format and was left out. Correct the input and convert again, or add the entry by hand.',
  },
  'invalid-member': {
    kind: 'loss',
    advice: 'The member was left out, and the rest of the object was kept. Correct the input and convert again, or set the member by hand.',
  },
  'stricter-value': {
    kind: 'loss',
    advice:
      'Security depends on the value, so the stricter value was used instead. Correct the input and convert again, or set the value by hand.',
  },
  'unknown-member': {
    kind: 'loss',
    advice: 'The format has no such member, and no importer reads it. Keep the input if you need the member.',
  },
  'unknown-value': {
    kind: 'loss',
    advice: 'The format has no such value. The member was left out, so the default applies. Set it by hand if needed.',
  },
  'outside-of-orgs': {
    kind: 'loss',
    advice: 'The member is outside the organizations, and an import takes only organizations. Keep the input if you need the member.',
  },
  'without-login-policy': {
    kind: 'loss',
    advice:
      'The organization has no login policy, so that of the instance applies. Add a login policy to keep the factors and identity providers.',
  },
  'policy-said-twice': {
    kind: 'loss',
    advice: 'iamPolicy and domainPolicy of the organization differ. domainPolicy was used. Check it.',
  },
  'member-said-twice': {
    kind: 'loss',
    advice: 'The user is a member of the project twice, with different roles. The first entry was used. Check the roles.',
  },
  'member-of-missing-project': {
    kind: 'loss',
    advice: 'No organization of the input holds the project. Convert an export that holds it.',
  },
  'unknown-language': {
    kind: 'loss',
    advice: 'The value is not a language tag (BCP 47). The user gets the default language. Set it by hand if needed.',
  },
  'unknown-hash-algorithm': {
    kind: 'loss',
    advice: 'The algorithm contradicts the hash. Only the hash was used, which names its own algorithm. Check that the user can sign in.',
  },
  'keys-skipped': {
    kind: 'loss',
    advice: 'Keys were left out because of --skip-keys. Apps and service users that sign assertions need new keys.',
  },
  'hash-algorithm': {
    kind: 'implied',
    advice: 'The hash names its own algorithm.',
  },
  'password-change': {
    kind: 'implied',
    advice:
      'The importers of this format ignore the demand for a new password of a user with a hash. Set "passwordChangeRequired" in the output to demand one.',
  },
  'no-language': {
    kind: 'implied',
    advice: '"und" means that no language is set.',
  },
  'member-of-other-org': {
    kind: 'implied',
    advice: 'Exporters repeat the members of all projects in every organization. They are kept in the organization that owns the project.',
  },
  duplicate: {
    kind: 'implied',
    advice: 'The input holds the same entry twice.',
  },
  'owner-type': {
    kind: 'implied',
    advice: 'Exporters wrote a wrong ownerType. The output says whether the organization itself has the identity provider.',
  },
  'request-member': {
    kind: 'implied',
    advice: 'The member belongs to the import request around the document.',
  },
  'organization-twice': {
    kind: 'notice',
    advice:
      'The input holds an organization with this id before. The output holds both, and an import takes them together: where they differ, the first one counts unless updates are allowed. Keep one of them.',
  },
  'client-id-absent': {
    kind: 'notice',
    advice:
      'The format has no client id. Add "clientId" to this app in the output to keep the old one. Otherwise the import generates a new one.',
  },
  'client-secret-absent': {
    kind: 'notice',
    advice: 'The format has no client secret. Add "clientSecret" (32 characters or more) to this app in the output, or hand out a new one.',
  },
  'states-absent': {
    kind: 'notice',
    advice: 'The input has no state for any user, so all users are imported as active. Add "state" to users who must not sign in.',
  },
  'redirect-over-http': {
    kind: 'notice',
    advice: 'The URI is kept and refused when it is used. Use https://, or give the app devMode.',
  },
  'key-without-expiry': {
    kind: 'notice',
    advice: 'The key has no expirationDate and never expires. Add one if needed.',
  },
  'texts-frozen': {
    kind: 'notice',
    advice:
      'Exports hold every text, with the defaults of their version. Servers know the English ones of pages and do not show them. Remove the other texts from the output that should follow new defaults.',
  },
  'texts-mixed-up': {
    kind: 'notice',
    advice: 'The exporter wrote the texts of the message for claimed domains here. Check them, or remove them from the output.',
  },
  'idp-of-instance': {
    kind: 'notice',
    advice:
      'The identity provider belongs to the instance and is not part of an export. Configure it in code under the same id, as the README of login-external describes, so that the links of its users stay valid.',
  },
  'policy-defaults': {
    kind: 'notice',
    advice:
      'iamPolicy has one flag of three. validateOrgDomains and smtpSenderAddressMatchesInstanceDomain are off. Turn on those that apply.',
  },
  'user-without-email': {
    kind: 'notice',
    advice: 'The user has no e-mail address, so no link or code can be sent. Add an address to the output.',
  },
  'user-without-name': {
    kind: 'notice',
    advice: 'The user has no userName, and an import refuses the user. Add one to the output.',
  },
  'unknown-hash': {
    kind: 'notice',
    advice: 'The import does not support this hash or its cost. The user is imported without a password and needs a new one.',
  },
  'no-effect': {
    kind: 'notice',
    advice: 'The value is kept, and Symbolon servers do not act on it.',
  },
  'short-passwords': {
    kind: 'notice',
    advice:
      'The policy is honoured, and it allows passwords that are shorter than those of a new instance: 15 characters, or 8 where a second factor is forced. Raise minLength.',
  },
  'unlimited-attempts': {
    kind: 'notice',
    advice: 'The policy is honoured, and no number of wrong tries blocks a browser: they are only slowed down. Set a number such as 10.',
  },
}
