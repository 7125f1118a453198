// Writes accounts of people as canonical v2 objects: the counterpart of `toUser`. Members with their default value are absent.
import type { NewUserAccount, UserAccountChange } from '@symbolon/core-protocol'
import { objectAt } from './content.ts'
import type { Content } from './content.ts'

/** The content of a person who is created. */
export function personContent({ userId, userName, state, profile, email, phone }: NewUserAccount): Content {
  const change = { userName, profile, ...(email === undefined ? {} : { email }), ...(phone === undefined ? {} : { phone }) }
  return { ...changedContent({ userId }, change), ...(state === 'initial' ? { state: 'USER_STATE_INITIAL' } : {}) }
}

/** The content of a person after a change. */
export function changedContent(stored: Content, { userName, profile, email, phone, state }: UserAccountChange): Content {
  const { state: storedState, ...content } = stored
  const { phone: storedPhone, ...user } = objectAt(stored, 'user')
  return {
    ...content,
    user: {
      ...user,
      ...(userName === undefined ? {} : { userName }),
      ...(profile === undefined ? {} : { profile: withoutRemoved({ ...objectAt(user, 'profile'), ...profile }) }),
      ...(email === undefined ? {} : { email: { email: email.address, ...(email.verified ? { isEmailVerified: true } : {}) } }),
      ...phoneContent(phone, storedPhone),
    },
    ...(state === undefined && storedState !== undefined ? { state: storedState } : {}),
  }
}

function phoneContent(phone: UserAccountChange['phone'], stored: unknown): Content {
  if (phone === null) return {}
  if (phone === undefined) return stored === undefined ? {} : { phone: stored }
  return { phone: { phone: phone.number, ...(phone.verified ? { isPhoneVerified: true } : {}) } }
}

function withoutRemoved(profile: Content): Content {
  return Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== null && value !== ''))
}
