// The section of the accounts at identity providers. They are connected by the login, which asks for a fresh proof of both sides.
import type { RequestContext, User } from '@symbolon/core-protocol'
import { checkPartOptions, PageNotFound } from '@symbolon/core-protocol'
import { notifyUser } from '@symbolon/login'
import type { IdentityRow } from '../ui/identities.ts'
import { accountPath } from '../ui/ui.ts'
import { noticeStores } from '../visit/notices.ts'
import type { Notices } from '../visit/notices.ts'
import { recordChange } from '../visit/record-change.ts'
import { done, refused } from '../visit/result.ts'
import { defineAccountSection } from '../visit/section.ts'
import { withAccount } from '../visit/visitor.ts'
import type { AnyAccountSection } from '../visit/section.ts'

const disconnectPath = `${accountPath}/identities/disconnect`

/** Options of {@link identitiesSection}. */
export interface IdentitiesOptions extends Notices {
  /** The path that begins to connect an account, without `?account=…&idp=…`: that of `external()`. */
  readonly connectPath: string
  /** The providers of the instance that were passed to `external()`. */
  readonly providers?: readonly { readonly id: string; readonly name: string; readonly rules: { readonly linkingAllowed: boolean } }[]
  /** The other sign-in methods of the login. `rpId` is that of the passkeys: by default the host of the issuer. */
  readonly others: { readonly password: boolean; readonly passkey: boolean; readonly rpId?: string }
}

/** Lists the connected accounts, and disconnects them. The login needs `external()`. */
export function identitiesSection(options: IdentitiesOptions): AnyAccountSection {
  checkPartOptions('identitiesSection', options, { connectPath: 'required', providers: 'optional', others: 'required', mail: 'optional' })
  const { connectPath, providers: inCode = [], others, mail } = options
  const offered = async (
    { orgId }: User,
    { stores }: RequestContext<'identityProviders'>,
  ): Promise<readonly { id: string; name: string }[]> => {
    const { allowed, policyOf, listed, providers } = await stores.identityProviders.listOfPolicy(orgId)
    if (!allowed) return []
    const ofInstance = inCode.filter(({ id }) => policyOf === 'instance' || listed.includes(id))
    const usable = providers.filter(({ id, kind }) => kind === 'oidc' && ofInstance.every((each) => each.id !== id))
    return [...usable, ...ofInstance].filter(({ rules }) => rules.linkingAllowed)
  }
  return defineAccountSection({
    name: 'identities',
    stores: ['identityProviders', 'userLinks'],
    async section({ user }, context) {
      const [links, providers] = await Promise.all([context.stores.userLinks.list(user.id), offered(user, context)])
      if (links.length === 0 && providers.length === 0) return undefined
      const identities = links.map(({ idpId, idpName, externalId, externalName }): IdentityRow => {
        const providerName = providers.find(({ id }) => id === idpId)?.name ?? idpName ?? idpId
        return { idpId, externalId, providerName, ...(externalName === undefined ? {} : { externalName }) }
      })
      const connect = providers.map(({ id, name }) => ({
        name,
        path: `${withAccount(connectPath, user.id)}&idp=${encodeURIComponent(id)}`,
      }))
      return { kind: 'identities', identities, disconnectPath, connect }
    },
    endpoints: (make) => [
      make.form({
        name: 'account_identity_disconnect',
        path: disconnectPath,
        shownOn: accountPath,
        stores: ['policies', 'userLinks', ...noticeStores(mail)],
        needsProof: true,
        async post(visitor, { idp = '', identity = '' }, context) {
          const { user } = visitor
          const { allowUsernamePassword, allowPasskey } = await context.stores.policies.findLoginPolicy(user.orgId)
          const left = {
            password: others.password && allowUsernamePassword,
            passkey: others.passkey && allowPasskey,
            rpId: others.rpId ?? new URL(context.issuer).hostname,
          }
          const outcome = await context.stores.userLinks.removeUnlessLast(user.id, idp, identity, left)
          if (outcome === 'absent') throw new PageNotFound()
          if (outcome !== 'removed') return refused(visitor, outcome)
          context.log.info('identity_disconnected', { userId: user.id, idpId: idp })
          await recordChange(user, { type: 'resource_removed', kind: 'userLink', details: { idpId: idp } }, context)
          await notifyUser('identity_disconnected', user, mail, context)
          return done(visitor, 'identity_disconnected')
        },
      }),
    ],
  })
}
