// The section of the name and the language, and the page that changes them. Neither is a credential, so no fresh proof is required.
import { checkNoOptions } from '@symbolon/core-protocol'
import type { AccountProfile, NoOptions, User } from '@symbolon/core-protocol'
import { accountPath } from '../ui/ui.ts'
import { hiddenFields } from '../visit/endpoints.ts'
import { recordChange } from '../visit/record-change.ts'
import { done, refused } from '../visit/result.ts'
import { defineAccountSection } from '../visit/section.ts'
import type { AnyAccountSection } from '../visit/section.ts'
import { pathFor } from '../visit/visitor.ts'

const profilePath = `${accountPath}/profile`
const savePath = `${profilePath}/save`

/** The longest name, in code points, as in the interface. */
const longestName = 200

/** Shows the name and the language, and changes them. */
export function profileSection(...none: NoOptions): AnyAccountSection {
  checkNoOptions('profileSection', none)
  return defineAccountSection({
    name: 'profile',
    stores: [],
    section: async (visitor) => ({
      kind: 'profile',
      name: nameOf(visitor.user),
      language: visitor.user.preferredLanguage ?? '',
      path: pathFor(visitor, profilePath),
    }),
    endpoints: (make) => [
      make.page({
        name: 'account_profile',
        path: profilePath,
        async page(visitor) {
          const { firstName = '', lastName = '', nickName = '', preferredLanguage = '' } = visitor.user
          return {
            kind: 'profile_form',
            fields: hiddenFields(visitor),
            action: savePath,
            profile: { firstName, lastName, nickName, language: preferredLanguage },
            languages: make.locales,
            backPath: pathFor(visitor),
          }
        },
      }),
      make.form({
        name: 'account_profile_save',
        path: savePath,
        shownOn: profilePath,
        stores: ['userAccounts'],
        async post(visitor, typed, context) {
          const { user } = visitor
          const profile = profileOf(typed, user, make.locales)
          if (profile === undefined) return refused(visitor, 'missing_name', profilePath)
          const { firstName, lastName, nickName, displayName, preferredLanguage, createdAt, timesEnded } = user
          const seen = { firstName, lastName, nickName, displayName, preferredLanguage, createdAt, timesEnded }
          const outcome = await context.stores.userAccounts.change(user.id, seen, { profile }, context.now())
          if (outcome.kind === 'refused') return refused(visitor, 'outdated_profile', profilePath)
          await recordChange(user, { type: 'resource_changed', details: { members: 'profile' } }, context)
          return done(visitor, 'profile_changed')
        },
      }),
    ],
  })
}

/** The content of the form, or undefined without a first or a last name. An unknown language is left unchanged. */
function profileOf(
  fields: Readonly<Record<string, string>>,
  { firstName, lastName, displayName, preferredLanguage }: User,
  locales: readonly string[],
): { readonly [Member in keyof AccountProfile]?: AccountProfile[Member] | null } | undefined {
  const [first, last, nick] = ['firstName', 'lastName', 'nickName'].map((name) => readName(fields[name] ?? ''))
  if (first === undefined || last === undefined || first === '' || last === '') return undefined
  const language = fields['language'] ?? ''
  const chosen = locales.includes(language) ? language : language === '' ? null : (preferredLanguage ?? null)
  // A display name that was composed of the names follows them. A chosen display name stays.
  const isMade = displayName === `${firstName ?? ''} ${lastName ?? ''}`.trim()
  return {
    firstName: first,
    lastName: last,
    nickName: nick === undefined || nick === '' ? null : nick,
    preferredLanguage: chosen,
    ...(isMade ? { displayName: `${first} ${last}` } : {}),
  }
}

/** The name without what some databases cannot store, and without line breaks, which would break mails. */
function readName(typed: string): string {
  const [...characters] = typed
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  return characters.slice(0, longestName).join('')
}

function nameOf({ firstName = '', lastName = '', displayName }: User): string {
  const name = `${firstName} ${lastName}`.trim()
  return name === '' ? displayName : name
}
