// A human user. The hash is copied unread. `algorithm` exists only in v1 and repeats the algorithm of the hash.

import { formatPath } from '@symbolon/json-stream'
import type { Path } from '@symbolon/json-stream'
import { documentOrgSchema, languageTag } from '@symbolon/schema-v2'
import type { HumanUser } from '@symbolon/schema-v2'
import { isKnownHash } from './known-hash.ts'
import { memberOf } from './member-names.ts'
import type { OrgContext } from './org-context.ts'
import { readEntry } from './read-entry.ts'
import { placesOfList, spelledPath } from './spelled-path.ts'

const schema = documentOrgSchema.fields.humanUsers.item

/** @returns the person; undefined for an entry that does not match the format, with a row in the ledger */
export function convertHumanUser(raw: unknown, place: Path, { ledger, notes }: OrgContext): HumanUser | undefined {
  let algorithm: string | undefined
  const user = readEntry(schema, raw, place, ledger, (path) => {
    if (!/\.(?:hashedPassword|hashed_password)\.algorithm$/.test(path)) return false
    algorithm = path
    return true
  })
  if (user === undefined) return undefined
  if (algorithm !== undefined) noteAlgorithm(raw, algorithm)
  noteContact(user)
  const { idps = [] } = user.user
  const places = idps.length === 0 ? [] : placesOfList(raw, ['user', 'idps'], place)
  for (const [index, { configId }] of idps.entries()) notes.refersToIdp(configId, places[index] ?? place)
  if (user.state === undefined) notes.stateAbsent()
  return withLanguage(withoutIgnoredDemand(user))

  function noteAlgorithm(input: unknown, path: string): void {
    const hashed = memberOf(memberOf(input, 'user')?.value, 'hashedPassword')?.value
    const said = memberOf(hashed, 'algorithm')?.value
    if (said === undefined || said === '') return
    const isBcrypt = /^\$2[abxy]?\$/.test(user?.user.hashedPassword?.value ?? '')
    if (said === 'bcrypt' && isBcrypt) ledger.gather('hash-algorithm', place, path)
    else ledger.add('unknown-hash-algorithm', path)
  }

  function noteContact({ user: { userName, email, hashedPassword } }: HumanUser): void {
    if (userName === undefined) ledger.add('user-without-name', place)
    if (email?.email === undefined) ledger.add('user-without-email', place)
    const hash = hashedPassword?.value
    if (hash !== undefined && !isKnownHash(hash)) ledger.add('unknown-hash', place)
  }

  /** The importers of this format ignore the demand for a new password of a user with a hash. */
  function withoutIgnoredDemand(read: HumanUser): HumanUser {
    const { passwordChangeRequired, ...others } = read.user
    if (passwordChangeRequired !== true || others.hashedPassword?.value === undefined) return read
    ledger.gather('password-change', place, formatPath(spelledPath(raw, ['user', 'passwordChangeRequired'], place)))
    return { ...read, user: others }
  }

  function withLanguage(read: HumanUser): HumanUser {
    const { preferredLanguage: language, ...profile } = read.user.profile
    const tag = language === undefined ? undefined : languageTag(language)
    if (tag === language) return read
    if (tag) return { ...read, user: { ...read.user, profile: { ...profile, preferredLanguage: tag } } }
    const path = formatPath(spelledPath(raw, ['user', 'profile', 'preferredLanguage'], place))
    if (language === 'und') ledger.gather('no-language', place, path)
    else ledger.add('unknown-language', path)
    return { ...read, user: { ...read.user, profile } }
  }
}
