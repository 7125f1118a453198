// The section of the password. It is changed in a step of the login, which asks for a fresh proof and checks the new password.
import { checkNoOptions } from '@symbolon/core-protocol'
import type { NoOptions, RequestContext, User } from '@symbolon/core-protocol'
import { accountPath } from '../ui/ui.ts'
import { defineAccountSection } from '../visit/section.ts'
import type { AnyAccountSection } from '../visit/section.ts'
import { pathFor } from '../visit/visitor.ts'
import { changePasswordUrl } from '../visit/well-known.ts'

/** The page that changes the password. */
const passwordPath = `${accountPath}/password`

/** Shows when the password was changed, and leads to its change. The login needs `passwordChange()`. */
export function passwordSection(...none: NoOptions): AnyAccountSection {
  checkNoOptions('passwordSection', none)
  return defineAccountSection({
    name: 'password',
    stores: ['passwords', 'policies'],
    async section(visitor, context) {
      if (!(await allowsPasswords(visitor.user, context))) return undefined
      const password = await context.stores.passwords.find(visitor.user.id)
      const path = pathFor(visitor, passwordPath)
      if (password === undefined) return { kind: 'password', state: 'none', path }
      const { changedAt } = password
      return { kind: 'password', state: 'set', path, ...(changedAt === undefined ? {} : { changedAt }) }
    },
    endpoints: (make) => [
      changePasswordUrl(passwordPath),
      make.step({
        name: 'account_password',
        path: passwordPath,
        stores: ['policies'],
        step: 'password_change',
        allowed: async ({ user }, context) => await allowsPasswords(user, context),
      }),
    ],
  })
}

async function allowsPasswords({ orgId }: User, { stores }: RequestContext<'policies'>): Promise<boolean> {
  return (await stores.policies.findLoginPolicy(orgId)).allowUsernamePassword
}
