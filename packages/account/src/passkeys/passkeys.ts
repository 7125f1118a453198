// The section of the passkeys and security keys. They are created in a step of the login. What the section does with them is given, so that
// a composition without passkeys holds none of it.
import type { OtherWays, RequestContext, User } from '@symbolon/core-protocol'
import { checkPartOptions, digest, firstFactor, PageNotFound, readQuery, readSessionCookie } from '@symbolon/core-protocol'
import { dueStepsOf, keepPasskeySession, notifyUser } from '@symbolon/login'
import type { PasskeyRow, PasskeySignals } from '../ui/passkeys.ts'
import { accountPath } from '../ui/ui.ts'
import { hiddenFields } from '../visit/endpoints.ts'
import { noticeStores } from '../visit/notices.ts'
import type { Notices } from '../visit/notices.ts'
import { done, refused } from '../visit/result.ts'
import { defineAccountSection } from '../visit/section.ts'
import type { AnyAccountSection } from '../visit/section.ts'
import { pathFor } from '../visit/visitor.ts'
import type { AccountContext, Visitor } from '../visit/visitor.ts'
import { passkeyEndpoints } from '../visit/well-known.ts'

/** The page that adds a passkey. */
const passkeyPath = `${accountPath}/passkey`
const namePath = `${accountPath}/passkeys/name`
const renamePath = `${accountPath}/passkeys/rename`
const removePath = `${accountPath}/passkeys/remove`

/** The functions of `@symbolon/login-passkey` on the passkeys of a user. */
export interface PasskeyFunctions extends Notices {
  /** `listPasskeys` */
  readonly list: (user: User, context: RequestContext<'passkeys'>) => Promise<readonly GivenPasskey[]>
  /** `renamePasskey` */
  readonly rename: (
    user: User,
    credentialId: string,
    typed: string,
    context: RequestContext<'passkeys'>,
  ) => Promise<'renamed' | 'missing_name' | 'absent'>
  /** `removePasskey` */
  readonly remove: (
    user: User,
    credentialId: string,
    composed: OtherWays,
    context: RequestContext<'memberships' | 'passkeys' | 'policies'>,
  ) => Promise<'removed' | 'absent' | 'last_way_in' | 'factor_required' | 'last_owner'>
  /** `passkeySignals(options)`. Without it the browser is not notified of removed passkeys. */
  readonly signals?: (user: User, context: RequestContext<'passkeys'>) => Promise<PasskeySignals | undefined>
  /** The other sign-in methods of the login. */
  readonly others: OtherWays
}

/** A passkey as `listPasskeys` returns it. */
export interface GivenPasskey extends Omit<PasskeyRow, 'id' | 'type' | 'renamePath'> {
  readonly credentialId: string
  readonly kind: PasskeyRow['type']
}

/** Lists the passkeys, renames and removes them. The login needs `passkey()` and `passkeySetup()`. */
export function passkeysSection(options: PasskeyFunctions): AnyAccountSection {
  checkPartOptions('passkeysSection', options, {
    list: 'required',
    rename: 'required',
    remove: 'required',
    signals: 'optional',
    others: 'required',
    mail: 'optional',
  })
  const { list, rename, remove, signals, others, mail } = options
  return defineAccountSection({
    name: 'passkeys',
    stores: ['passkeys'],
    async section(visitor, context) {
      const passkeys = await list(visitor.user, context)
      const passkeySignals = await signals?.(visitor.user, context)
      return {
        kind: 'passkeys',
        addPath: pathFor(visitor, passkeyPath),
        removePath,
        ...(passkeySignals === undefined ? {} : { signals: passkeySignals }),
        passkeys: passkeys.map(({ credentialId: id, kind: type, ...passkey }) => {
          const page = pathFor(visitor, namePath)
          return { ...passkey, id, type, renamePath: `${page}${page.includes('?') ? '&' : '?'}passkey=${encodeURIComponent(id)}` }
        }),
      }
    },
    endpoints: (make) => [
      passkeyEndpoints(passkeyPath, accountPath),
      make.step({ name: 'account_passkey', path: passkeyPath, step: 'passkey_setup', allowed: async () => true }),
      make.page({
        name: 'account_passkey_name',
        path: namePath,
        stores: ['passkeys'],
        async page(visitor, context) {
          const { passkey: credentialId = '' } = readQuery(visitor.request).parameters
          const passkey = (await list(visitor.user, context)).find((stored) => stored.credentialId === credentialId)
          if (passkey === undefined) throw new PageNotFound()
          const { credentialId: id, name } = passkey
          return { kind: 'passkey_name', fields: hiddenFields(visitor), action: renamePath, id, name, backPath: pathFor(visitor) }
        },
      }),
      make.form({
        name: 'account_passkey_rename',
        path: renamePath,
        shownOn: accountPath,
        stores: ['passkeys'],
        async post(visitor, { passkey = '', name = '' }, context) {
          const outcome = await rename(visitor.user, passkey, name, context)
          if (outcome === 'absent') throw new PageNotFound()
          return outcome === 'renamed' ? done(visitor, 'passkey_renamed') : refused(visitor, 'missing_name')
        },
      }),
      make.form({
        name: 'account_passkey_remove',
        path: removePath,
        shownOn: accountPath,
        stores: ['memberships', 'passkeys', 'policies', ...noticeStores(mail)],
        needsProof: true,
        async post(visitor, { passkey = '' }, context) {
          const outcome = await remove(visitor.user, passkey, others, context)
          if (outcome === 'absent') throw new PageNotFound()
          if (outcome !== 'removed') return refused(visitor, outcome)
          await keepVisitor(visitor, context)
          await notifyUser('passkey_removed', visitor.user, mail, context)
          return done(visitor, 'passkey_removed')
        },
      }),
    ],
  })
}

/** Keeps the visitor signed in who removed the last passkey and had signed in with it alone: the proof was fresh. */
async function keepVisitor({ request, session, user }: Visitor, context: AccountContext): Promise<void> {
  const secret = readSessionCookie(request, context.issuer)
  if (secret === undefined || (await dueStepsOf(session, user, context)).required !== firstFactor) return
  await keepPasskeySession(session, digest(secret), context)
}
