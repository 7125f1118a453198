// The section of the roles that other organizations offer to the user. They count once the user has accepted them.
import { PageNotFound } from '@symbolon/core-protocol'
import type { MembershipReference, PendingMembership, RequestContext } from '@symbolon/core-protocol'
import type { InvitationRow } from '../ui/invitations.ts'
import { accountPath } from '../ui/ui.ts'
import { recordChange } from '../visit/record-change.ts'
import { done } from '../visit/result.ts'
import { defineAccountSection } from '../visit/section.ts'
import type { AnyAccountSection } from '../visit/section.ts'
import type { Visitor } from '../visit/visitor.ts'

const acceptPath = `${accountPath}/invitations/accept`
const declinePath = `${accountPath}/invitations/decline`

const invitationStores = ['memberships'] as const
type InvitationContext = RequestContext<(typeof invitationStores)[number]>

/** Lists the roles that other organizations offer to the user, and those that are suspended. The user accepts or declines an offer. */
export function invitationsSection(): AnyAccountSection {
  return defineAccountSection({
    name: 'invitations',
    stores: invitationStores,
    async section({ user }, { stores }) {
      const pending = await stores.memberships.listPending(user.id)
      return pending.length === 0 ? undefined : { kind: 'invitations', invitations: pending.map(rowOf), acceptPath, declinePath }
    },
    endpoints: (make) =>
      (['accept', 'decline'] as const).map((answer) =>
        make.form({
          name: `account_invitation_${answer}`,
          path: answer === 'accept' ? acceptPath : declinePath,
          shownOn: accountPath,
          stores: invitationStores,
          async post(visitor, { invitation = '' }, context) {
            await settle(answer, invitation, visitor, context)
            return done(visitor, answer === 'accept' ? 'invitation_accepted' : 'invitation_declined')
          },
        }),
      ),
  })
}

/** @throws PageNotFound if there is no such invitation now */
async function settle(answer: 'accept' | 'decline', invitation: string, { user }: Visitor, context: InvitationContext): Promise<void> {
  const { memberships } = context.stores
  const asked = (await memberships.listPending(user.id)).find((each) => valueOf(each) === invitation)
  if (asked === undefined || !(await memberships[answer](user.id, referenceTo(asked)))) throw new PageNotFound()
  const type = answer === 'accept' ? 'membership_accepted' : 'membership_declined'
  const details = { membership: asked.of, id: referenceTo(asked).id, ...(asked.givenBy === undefined ? {} : { givenBy: asked.givenBy }) }
  context.log.info(type, { userId: user.id, ...details })
  await recordChange(user, { type, details }, context)
}

function rowOf(membership: PendingMembership): InvitationRow {
  const { orgName, projectName, roles, pending } = membership
  return {
    value: valueOf(membership),
    organizationName: orgName,
    ...(projectName === undefined ? {} : { projectName }),
    roles,
    suspended: pending === 'suspended',
  }
}

function referenceTo({ of, orgId = '', projectId = '', grantId = '' }: PendingMembership): MembershipReference {
  switch (of) {
    case 'project':
      return { of, id: projectId }
    case 'project_grant':
      return { of, id: grantId }
    default:
      return { of: 'organization', id: orgId }
  }
}

function valueOf(membership: PendingMembership): string {
  const { of, id } = referenceTo(membership)
  return `${of} ${id}`
}
