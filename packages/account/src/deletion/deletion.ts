// The section that deletes the account. It is composed only where users may delete their accounts themselves. The store removes the user and all
// data of the user at once; the rows of sessions and tokens, which are invalid from then on, are removed afterwards.
import { canonicalLoginName, checkPartOptions, longestLifetime } from '@symbolon/core-protocol'
import type { RequestContext } from '@symbolon/core-protocol'
import { notifyUser } from '@symbolon/login'
import { accountPath } from '../ui/ui.ts'
import { hiddenFields } from '../visit/endpoints.ts'
import { noticeStores } from '../visit/notices.ts'
import type { Notices } from '../visit/notices.ts'
import { done, refused } from '../visit/result.ts'
import { defineAccountSection } from '../visit/section.ts'
import type { AnyAccountSection } from '../visit/section.ts'
import { pathFor } from '../visit/visitor.ts'

const deletionPath = `${accountPath}/delete`
const confirmPath = `${deletionPath}/confirm`
const deletedPath = `${accountPath}/deleted`

/** Deletes the account after a fresh proof and the typed login name. The last active user with `IAM_OWNER` stays. */
export function deletionSection(options: Notices = {}): AnyAccountSection {
  checkPartOptions('deletionSection', options, { mail: 'optional' })
  const { mail } = options
  return defineAccountSection({
    name: 'deletion',
    stores: [],
    section: async (visitor) => ({ kind: 'deletion', path: pathFor(visitor, deletionPath) }),
    endpoints: (make) => [
      make.page({
        name: 'account_deletion',
        path: deletionPath,
        needsProof: true,
        page: async (visitor) => ({
          kind: 'account_deletion',
          fields: hiddenFields(visitor),
          action: confirmPath,
          loginName: visitor.user.loginName,
          backPath: pathFor(visitor),
        }),
      }),
      make.form({
        name: 'account_deletion_confirm',
        path: confirmPath,
        shownOn: deletionPath,
        stores: ['refreshTokens', 'revocations', 'userAccounts', ...noticeStores(mail)],
        needsProof: true,
        async post(visitor, { confirmation = '' }, context) {
          const { user } = visitor
          if (canonicalLoginName(confirmation) !== canonicalLoginName(user.loginName))
            return refused(visitor, 'wrong_login_name', deletionPath)
          const outcome = await context.stores.userAccounts.remove(user.id, context.now())
          if (outcome === 'last_owner') return refused(visitor, outcome, deletionPath)
          if (outcome === 'removed') {
            context.log.info('account_deleted', { userId: user.id })
            // Neither a name nor an address: the event outlives the user's data.
            const subject = { kind: 'humanUser', id: user.id }
            await context.audit({ type: 'resource_removed', actorId: user.id, subject, orgId: user.orgId })
            await notifyUser('account_deleted', user, mail, context)
          }
          await removeAccess(user.id, context)
          return done({ ...visitor, isOneOfSeveral: false }, 'account_deleted', deletedPath)
        },
      }),
      make.farewell({ name: 'account_deleted', path: deletedPath, after: 'account_deleted', page: { kind: 'account_deleted' } }),
    ],
  })
}

const sessionsAtOnce = 500

/** Revokes and removes the sessions and tokens of a removed user. */
async function removeAccess(userId: string, context: RequestContext<'refreshTokens' | 'revocations' | 'sessions'>): Promise<void> {
  const { refreshTokens, revocations, sessions } = context.stores
  const now = context.now()
  const until = now + longestLifetime(context) * 1000
  for (let left = sessionsAtOnce; left === sessionsAtOnce;) {
    const found = await sessions.listOfUser(userId, now, { limit: sessionsAtOnce })
    await revocations.endSessions(
      found.map(({ id }) => id),
      until,
    )
    left = found.length
  }
  await revocations.add(await refreshTokens.removeOfSubject(userId), until)
}
