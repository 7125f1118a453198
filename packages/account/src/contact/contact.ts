// The section of the email address and the phone number. An address is confirmed and changed in a step of the login, by a mailed code. No
// codes are sent to phones: a number that a user enters is not confirmed, so it cannot be used as a login name.
import { checkPartOptions, isWholeNumber, phoneNumber, redirect } from '@symbolon/core-protocol'
import { accountPath } from '../ui/ui.ts'
import { hiddenFields } from '../visit/endpoints.ts'
import { recordChange } from '../visit/record-change.ts'
import { done, refused } from '../visit/result.ts'
import { defineAccountSection } from '../visit/section.ts'
import type { AnyAccountSection } from '../visit/section.ts'
import { pathFor } from '../visit/visitor.ts'

const emailPath = `${accountPath}/email`
const confirmPath = `${emailPath}/confirm`
const phonePath = `${accountPath}/phone`
const savePath = `${phonePath}/save`

/** Options of {@link contactSection}. */
export interface ContactOptions {
  /** Whether the login has the steps `emailVerification()` and `emailChange()`. Default: false. */
  readonly mailedCodes?: boolean
}

/** Leads to the change of the email address, and changes the phone number. */
export function contactSection(options: ContactOptions = {}): AnyAccountSection {
  checkPartOptions('contactSection', options, { mailedCodes: 'optional' })
  const { mailedCodes = false } = options
  return defineAccountSection({
    name: 'contact',
    stores: [],
    async section(visitor) {
      const { email, phone } = visitor.user
      const isOpen = mailedCodes && email !== undefined && !email.verified
      return {
        kind: 'contact',
        hasEmail: email !== undefined,
        hasPhone: phone !== undefined,
        ...(mailedCodes ? { emailPath: pathFor(visitor, emailPath) } : {}),
        ...(isOpen ? { confirmPath: pathFor(visitor, confirmPath) } : {}),
        phonePath: pathFor(visitor, phonePath),
      }
    },
    endpoints: (make) => [
      ...(mailedCodes
        ? [
            make.step({ name: 'account_email', path: emailPath, step: 'email_change', allowed: async () => true }),
            make.step({
              name: 'account_email_confirm',
              path: confirmPath,
              step: 'email_verification',
              allowed: async ({ user: { email } }) => email !== undefined && !email.verified,
            }),
          ]
        : []),
      make.page({
        name: 'account_phone',
        path: phonePath,
        needsProof: true,
        page: async (visitor) => ({
          kind: 'phone_form',
          fields: hiddenFields(visitor),
          action: savePath,
          phone: visitor.user.phone?.number ?? '',
          backPath: pathFor(visitor),
        }),
      }),
      make.form({
        name: 'account_phone_save',
        path: savePath,
        shownOn: phonePath,
        stores: ['userAccounts'],
        needsProof: true,
        async post(visitor, { phone: typed = '' }, context) {
          const { user } = visitor
          const number = typed.trim() === '' ? null : readPhoneNumber(typed)
          if (number === undefined) return refused(visitor, 'invalid_phone', phonePath)
          // The number that the account has stays as confirmed as it is.
          if (number === (readPhoneNumber(user.phone?.number ?? '') ?? null)) return redirect(pathFor(visitor))
          const phone = number === null ? null : { number, verified: false }
          const seen = { phone: user.phone, createdAt: user.createdAt, timesEnded: user.timesEnded }
          const outcome = await context.stores.userAccounts.change(user.id, seen, { phone }, context.now())
          if (outcome.kind === 'refused') return refused(visitor, 'outdated_phone', phonePath)
          await recordChange(user, { type: 'resource_changed', details: { members: 'phone' } }, context)
          return done(visitor, number === null ? 'phone_removed' : 'phone_changed')
        },
      }),
    ],
  })
}

/** @returns a typed number as `+` and 7 to 15 digits; undefined for other text */
function readPhoneNumber(typed: string): string | undefined {
  const number = phoneNumber(typed)
  return number !== undefined && isWholeNumber(number) ? number : undefined
}
