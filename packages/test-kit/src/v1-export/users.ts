// The users of a v1 export, with every member of the format set.
import type { Json, OrganizationIds } from './organization.ts'
import type { Random } from './random.ts'

const firstNames = ['Ann', 'Björn', 'Chloé', 'Đorđe', 'Yūki', 'Zoë'] as const
const lastNames = ['Lee', 'Müller', 'O’Neill', '李', 'García', 'Nowak'] as const

const bcryptAlphabet = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A bcrypt hash of no password, with the cost of real exports. The last characters of salt and hash have unused bits, which must be zero. */
function bcryptHash(random: Random): string {
  const withUnusedBits = (places: number): string => random.text([...bcryptAlphabet].filter((_, value) => value % places === 0).join(''), 1)
  return `$2a$14$${random.text(bcryptAlphabet, 21)}${withUnusedBits(16)}${random.text(bcryptAlphabet, 30)}${withUnusedBits(4)}`
}

/** A human user. @param hash the password hash of every user; without it, each user has a random hash of no password */
export function humanUser(ids: OrganizationIds, index: number, random: Random, hash: string | undefined): Json {
  const [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)]
  return {
    userId: ids.human(index),
    user: {
      userName: `user-${index}`,
      profile: {
        firstName,
        lastName,
        nickName: `${firstName}${index}`,
        displayName: `${firstName} ${lastName}`,
        preferredLanguage: random.pick(['en', 'de', 'und']),
        gender: random.pick(['GENDER_FEMALE', 'GENDER_MALE', 'GENDER_DIVERSE']),
      },
      email: { email: `user-${index}@org-${ids.org}.example`, isEmailVerified: true },
      phone: { phone: `+4179${String(index).padStart(7, '0')}`, isPhoneVerified: true },
      hashedPassword: { value: hash ?? bcryptHash(random), algorithm: 'bcrypt' },
      passwordChangeRequired: true,
      requestPasswordlessRegistration: true,
      otpCode: random.text('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 32),
    },
  }
}

/** A service user. */
export function machineUser(ids: OrganizationIds, index: number): Json {
  return { userId: ids.machine(index), user: { userName: `service-${index}`, name: `Service ${index}`, description: 'Runs every night' } }
}
