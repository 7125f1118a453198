// The rows of an import's report: errors and the ledger.
import type { ResourceKind } from '@symbolon/core-protocol'
import { reasons } from '@symbolon/migration-v1'
import { noticeReasons } from '@symbolon/provisioning'
import type { ApplyEntry, ListMember } from '@symbolon/provisioning'
import { documentOrgSchema, signInAdvice, signInReasons, snakeCase } from '@symbolon/schema-v2'
import type { SignInReason } from '@symbolon/schema-v2'
import { listKinds } from '../document-lists.ts'

/** An object that was refused, in the shape and with the names that existing clients know. */
export interface ImportError {
  /** E.g. `human_user`. */
  readonly type: string
  /** E.g. the user's id; ids of several parts are joined by an underscore. */
  readonly id: string
  readonly message: string
}

/** A member of the document that was not imported, or that a person should check. */
export interface ImportLedgerRow {
  /** Where in the document. */
  readonly path: string
  readonly reason: string
  readonly advice: string
  /** The number of places that the row stands for. */
  readonly count?: number
}

/** A row of the report: an error, or a row of the ledger. */
export type ImportRow = { readonly row: 'error'; readonly error: ImportError } | { readonly row: 'ledger'; readonly entry: ImportLedgerRow }

/** The reasons of reading a document, and of the forecast of sign-ins. The engine and the conversion from v1 have further ones. */
export type LedgerReason =
  | 'outside_of_orgs'
  | 'unknown_member'
  | 'needs_credentials'
  | 'without_org_id'
  | 'repeated_member'
  | 'repeated_org'
  | SignInReason

/** The meaning of each reason, and its remedy. */
export const ledgerAdvice: Readonly<Record<LedgerReason, string>> = {
  outside_of_orgs: 'An import takes only organizations. Set instance policies and members by applying a document.',
  unknown_member: 'The format has no such member. Check the spelling.',
  needs_credentials: 'Keys, passkeys, tokens, secrets and their digests are imported only with with_credentials. Set it to import them.',
  without_org_id: 'The organization has no orgId. Add one.',
  repeated_member: 'The object has the member in both spellings. Keep one of them.',
  repeated_org:
    'The document holds an organization with this id before. Both are taken together: where they differ, the first one counts unless updates are allowed. Keep one of them.',
  ...signInAdvice,
}

/** @param count the number of places that the row stands for */
export function ledgerRow(path: string, reason: LedgerReason, count?: number): ImportRow {
  return { row: 'ledger', entry: { path, reason, advice: ledgerAdvice[reason], ...(count === undefined ? {} : { count }) } }
}

/** Whether the subject of a row was stored, so that the row is a notice. */
export function isNotice(reason: string): boolean {
  const known: Readonly<Record<string, { readonly kind: string }>> = reasons
  return reason === 'repeated_org' || noticeReasons.has(reason) || (Object.hasOwn(known, reason) && known[reason]?.kind === 'notice')
}

/** Whether a row counts people who are not able to sign in. */
export function isSignInReason(reason: string): boolean {
  return signInReasons.some((each) => each === reason)
}

const types: Readonly<Partial<Record<ResourceKind, string>>> = {
  org: 'org',
  orgDomain: 'domain',
  humanUser: 'human_user',
  machineUser: 'machine_user',
  userMetadata: 'user_metadata',
  project: 'project',
  projectRole: 'project_role',
  projectGrant: 'project_grant',
  oidcApp: 'oidc_app',
  apiApp: 'api_app',
  appKey: 'app_key',
  machineKey: 'machine_user_key',
  personalAccessToken: 'personal_access_token',
  userGrant: 'user_grant',
  orgMember: 'org_member',
  projectMember: 'project_member',
  projectGrantMember: 'project_grant_member',
  oidcIdp: 'oidc_idp',
  jwtIdp: 'jwt_idp',
  userLink: 'user_link',
  passkey: 'passkey',
  action: 'action',
  triggerActions: 'trigger_action',
  removedId: 'removed_id',
}

/** @param member of the document, if the kind is not enough */
function errorType(kind: ResourceKind, member: string = ''): string {
  if (kind === 'orgPolicy' || kind === 'instancePolicy') return snakeCase(member)
  // `initMessages` is `init_message`, but `loginTexts` stays in the plural.
  if (kind === 'orgText') return snakeCase(member).replace(/messages$/, 'message')
  return types[kind] ?? kind
}

/** @param name a member of an organization in a document, in either spelling */
export function memberErrorType(name: string): string {
  const member = documentOrgSchema.spellings.get(name) ?? name
  if (Object.hasOwn(listKinds, member)) return errorType(listKinds[member as ListMember], member)
  return member.endsWith('Policy') ? errorType('orgPolicy', member) : 'org'
}

type About = Pick<ApplyEntry, 'kind' | 'key' | 'member'>

/** The names of errors for the kinds of objects, and the spelling of ids, as in the importers that existing clients know. */
export function errorOf({ kind, key, member }: About, orgId: string, message: string): ImportError {
  const [first = '', second = '', third = ''] = key
  if (kind === 'member') return { type: 'org', id: orgId, message }
  if (member === 'user.otpCode') return { type: 'human_user_otp', id: first, message }
  switch (kind) {
    case 'orgPolicy':
      return { type: errorType(kind, second), id: first, message }
    case 'orgText':
      return { type: errorType(kind, second), id: `${first}_${third}`, message }
    case 'triggerActions':
      return { type: errorType(kind), id: `${second}_${third}`, message }
    case 'userLink':
      return { type: errorType(kind), id: `${first}_${second}`, message }
    case 'userGrant':
      return { type: errorType(kind), id: `${orgId}_${second}_${first}`, message }
    case 'projectMember':
    case 'projectGrant':
    case 'projectGrantMember':
      return { type: errorType(kind), id: [orgId, ...key].join('_'), message }
    default:
      return { type: errorType(kind), id: key.join('_'), message }
  }
}
