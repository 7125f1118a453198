// The section of the recovery codes. They are made in a step of the login, which shows them once.
import { checkPartOptions } from '@symbolon/core-protocol'
import type { RequestContext } from '@symbolon/core-protocol'
import { fewRecoveryCodes } from '@symbolon/login'
import { accountPath } from '../ui/ui.ts'
import { defineAccountSection } from '../visit/section.ts'
import type { AnyAccountSection } from '../visit/section.ts'
import { pathFor } from '../visit/visitor.ts'
import type { Visitor } from '../visit/visitor.ts'
import { keyStoresOf, usableKeys } from './composed-factors.ts'
import type { ComposedFactors } from './composed-factors.ts'

const makePath = `${accountPath}/recovery-codes`

/**
 * Shows how many recovery codes are left to users with a second factor. The login needs `recoveryCodes()` and `recoveryCodeSetup()`.
 *
 * @param composed whether the login has security keys, which are second factors too
 */
export function recoveryCodesSection(composed: ComposedFactors = {}): AnyAccountSection {
  checkPartOptions('recoveryCodesSection', composed, { passkeys: 'optional', rpId: 'optional' })
  const keyStores = keyStoresOf(composed)
  // A passkey with user verification signs in alone, so it is not a second factor that codes could replace.
  const hasSecondFactor = async ({ user }: Visitor, context: RequestContext<'passkeys'>): Promise<boolean> =>
    user.secondFactors.length > 0 || (await usableKeys(user, composed, context)).some(({ uvInitialized }) => !uvInitialized)
  return defineAccountSection({
    name: 'recovery_codes',
    stores: ['recoveryCodes', ...keyStores],
    async section(visitor, context) {
      if (!(await hasSecondFactor(visitor, context))) return undefined
      const left = (await context.stores.recoveryCodes.find(visitor.user.id))?.left
      const few = (left ?? 0) <= fewRecoveryCodes
      return { kind: 'recovery_codes', few, path: pathFor(visitor, makePath), ...(left === undefined ? {} : { left }) }
    },
    endpoints: (make) => [
      make.step({
        name: 'account_recovery_codes',
        path: makePath,
        stores: keyStores,
        step: 'recovery_code_setup',
        allowed: hasSecondFactor,
      }),
    ],
  })
}
