// The section of the authenticator app. It is set up in a step of the login, and removed here after a fresh proof.
import { checkPartOptions, findUserLoginPolicy, isSoleFactor } from '@symbolon/core-protocol'
import type { RequestContext, User } from '@symbolon/core-protocol'
import { demandedFactors, notifyUser, removeTotp } from '@symbolon/login'
import { accountPath } from '../ui/ui.ts'
import { done, refused } from '../visit/result.ts'
import { defineAccountSection } from '../visit/section.ts'
import type { AnyAccountSection } from '../visit/section.ts'
import { noticeStores } from '../visit/notices.ts'
import type { Notices } from '../visit/notices.ts'
import { recordChange } from '../visit/record-change.ts'
import { pathFor } from '../visit/visitor.ts'
import { keyStoresOf, rpIdOf, usableKeys } from './composed-factors.ts'
import type { ComposedFactors } from './composed-factors.ts'

const setUpPath = `${accountPath}/authenticator-app`
const removePath = `${setUpPath}/remove`

/**
 * Shows whether the user has an authenticator app. The login needs `totp()` and `totpSetup()`.
 *
 * @param options `passkeys`: whether the login has passkeys, which meet the demand for a second factor too; `mail`: notifies the user of a removal
 */
export function authenticatorAppSection(options: ComposedFactors & Notices = {}): AnyAccountSection {
  checkPartOptions('authenticatorAppSection', options, { passkeys: 'optional', rpId: 'optional', mail: 'optional' })
  const { mail, ...composed } = options
  const { passkeys = false } = composed
  const keyStores = keyStoresOf(composed)
  /** Whether the button is shown. The store decides. */
  const mayRemove = async (user: User, context: RequestContext<'memberships' | 'passkeys' | 'policies'>): Promise<boolean> => {
    const policy = await findUserLoginPolicy(user, context)
    const demanded = demandedFactors(policy, passkeys)
    if (demanded === undefined) return true
    const keys = await usableKeys(user, composed, context)
    return (keys.length > 0 && demanded.includes('pop')) || (keys.some(isSoleFactor) && demanded.includes('user'))
  }
  return defineAccountSection({
    name: 'authenticator_app',
    stores: ['memberships', 'policies', ...keyStores],
    async section(visitor, context) {
      const enrolled = visitor.user.secondFactors.includes('otp')
      const allowed = await maySetUp(visitor.user, context)
      if (!enrolled && !allowed) return undefined
      return {
        kind: 'authenticator_app',
        enrolled,
        ...(allowed ? { setUpPath: pathFor(visitor, setUpPath) } : {}),
        ...(enrolled && (await mayRemove(visitor.user, context)) ? { removePath } : {}),
      }
    },
    endpoints: (make) => [
      make.step({
        name: 'account_authenticator_app',
        path: setUpPath,
        stores: ['memberships', 'policies'],
        step: 'totp_setup',
        allowed: async ({ user }, context) => await maySetUp(user, context),
      }),
      make.form({
        name: 'account_authenticator_app_remove',
        path: removePath,
        shownOn: accountPath,
        stores: ['memberships', 'oneTimeCodes', 'policies', ...keyStores, ...noticeStores(mail)],
        needsProof: true,
        async post(visitor, _fields, context) {
          const { user } = visitor
          const outcome = await removeTotp(user, rpIdOf(composed, context), context)
          if (outcome === 'factor_required') return refused(visitor, outcome)
          if (outcome === 'removed') {
            const details = { method: 'otp' }
            context.log.info('second_factor_removed', { userId: user.id, ...details })
            await recordChange(user, { type: 'second_factor_removed', details }, context)
            await notifyUser('authenticator_removed', user, mail, context)
          }
          return done(visitor, 'authenticator_app_removed')
        },
      }),
    ],
  })
}

async function maySetUp(user: User, context: RequestContext<'memberships' | 'policies'>): Promise<boolean> {
  return (await findUserLoginPolicy(user, context)).secondFactors.includes('otp')
}
