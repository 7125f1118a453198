// The record of a user: the query for its row, and the mapping of the row.
import type { Address, User } from '@symbolon/core-protocol'
import type { Kysely, SelectQueryBuilder, SqlBool } from 'kysely'
import { canonicalDomain, canonicalLoginName, phoneNumber } from '@symbolon/core-protocol'
import { flagAt, objectAt, parseContent, textAt } from '../documents/content.ts'
import type { Content } from '../documents/content.ts'
import type { OrgsTable } from './tables/organizations.ts'
import type { ResourceTables } from './tables/resource-tables.ts'
import type { UsersTable } from './tables/users.ts'
import { wireGender } from '../documents/wire-names.ts'
import { primaryDomain } from './login-names.ts'

/** A user with what it needs of its organization. */
export interface UserRow {
  readonly user_id: string
  readonly kind: UsersTable['kind']
  readonly org_id: string
  readonly state: UsersTable['state']
  readonly user_name: string
  readonly content: string
  readonly created_at: number
  readonly changed_at: number
  readonly times_ended: number
  readonly org_times_ended: number
  readonly org_active: OrgsTable['active']
  readonly org_name: string
  readonly primary_domain: string | null
  readonly has_otp: SqlBool
}

/** Selects the rows of users, active or not. */
export function selectUsers(db: Kysely<ResourceTables>): SelectQueryBuilder<ResourceTables, 'users' | 'orgs', UserRow> {
  return db
    .selectFrom('users')
    .innerJoin('orgs', 'orgs.org_id', 'users.org_id')
    .select([
      'users.user_id',
      'users.kind',
      'users.org_id',
      'users.state',
      'users.user_name',
      'users.content',
      'users.created_at',
      'users.changed_at',
      'users.times_ended',
      'orgs.times_ended as org_times_ended',
      'orgs.active as org_active',
      'orgs.name as org_name',
    ])
    .select(primaryDomain(db, 'users').as('primary_domain'))
    .select((eb) => eb('users.sealed_otp_secret', 'is not', null).as('has_otp'))
}

/** The user of a row. */
export function toUser(row: UserRow): User {
  const content = parseContent(row.content)
  const common = {
    id: row.user_id,
    kind: row.kind,
    orgId: row.org_id,
    state: row.state,
    orgActive: row.org_active === 1,
    orgName: row.org_name,
    ...(row.primary_domain === null ? {} : { primaryDomain: row.primary_domain }),
    userName: row.user_name,
    loginName: loginName(row.user_name, row.primary_domain),
    secondFactors: row.has_otp ? (['otp'] as const) : [],
    createdAt: row.created_at,
    timesEnded: row.times_ended + row.org_times_ended,
    updatedAt: row.changed_at,
  }
  return row.kind === 'machine'
    ? { ...common, displayName: textAt(content, 'user', 'name') ?? row.user_name }
    : {
        ...common,
        ...profile(objectAt(content, 'user', 'profile'), row.user_name),
        ...contacts(objectAt(content, 'user')),
        ...passwordChange(content),
      }
}

function passwordChange(content: Content): Pick<User, 'passwordChangeRequired'> {
  return flagAt(content, 'user', 'passwordChangeRequired') ? { passwordChangeRequired: true } : {}
}

/** A user name that contains the domain already does not get it a second time. */
function loginName(userName: string, primaryDomain: string | null): string {
  if (primaryDomain === null) return userName
  return canonicalLoginName(userName).endsWith(`@${canonicalDomain(primaryDomain)}`) ? userName : `${userName}@${primaryDomain}`
}

function profile(content: Content, userName: string): Pick<User, 'displayName' | 'firstName' | 'lastName'> {
  const firstName = textAt(content, 'firstName')
  const lastName = textAt(content, 'lastName')
  const name = [firstName, lastName].filter((part) => part !== undefined).join(' ')
  const preferredLanguage = textAt(content, 'preferredLanguage')
  return present({
    displayName: textAt(content, 'displayName') ?? (name === '' ? userName : name),
    firstName,
    lastName,
    middleName: textAt(content, 'middleName'),
    nickName: textAt(content, 'nickName'),
    gender: wireGender(textAt(content, 'gender')),
    // Exports write `und` where no language was chosen. https://www.rfc-editor.org/rfc/rfc5646#section-2.2.1
    preferredLanguage: preferredLanguage === 'und' ? undefined : preferredLanguage,
    profileUrl: textAt(content, 'profileUrl'),
    pictureUrl: textAt(content, 'pictureUrl'),
    website: textAt(content, 'website'),
    birthdate: textAt(content, 'birthdate'),
    zoneinfo: textAt(content, 'zoneinfo'),
    address: address(objectAt(content, 'address')),
  })
}

function address(content: Content): Address | undefined {
  const found: Address = present({
    formatted: textAt(content, 'formatted'),
    streetAddress: textAt(content, 'streetAddress'),
    locality: textAt(content, 'locality'),
    region: textAt(content, 'region'),
    postalCode: textAt(content, 'postalCode'),
    country: textAt(content, 'country'),
  })
  return Object.keys(found).length === 0 ? undefined : found
}

function contacts(content: Content): Pick<User, 'email' | 'phone'> {
  const email = textAt(content, 'email', 'email')
  const phone = textAt(content, 'phone', 'phone')
  return {
    ...(email === undefined ? {} : { email: { address: email, verified: flagAt(content, 'email', 'isEmailVerified') } }),
    ...(phone === undefined
      ? {}
      : { phone: { number: phoneNumber(phone) ?? phone, verified: flagAt(content, 'phone', 'isPhoneVerified') } }),
  }
}

type Present<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** The object without the members that are undefined. */
function present<T extends object>(object: T): Present<T>
function present(object: object): object {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
}
