// The section of the roles that other organizations offer to the user. They count once the user has accepted them.
import { checkNoOptions, membershipReference, PageNotFound, settleInvitation } from '@symbolon/core-protocol'
import type { MembershipReference, NoOptions, PendingMembership, RequestContext } from '@symbolon/core-protocol'
import type { InvitationRow } from '../ui/invitations.ts'
import { accountPath } from '../ui/ui.ts'
import { done } from '../visit/result.ts'
import { defineAccountSection } from '../visit/section.ts'
import type { AnyAccountSection } from '../visit/section.ts'
import type { Visitor } from '../visit/visitor.ts'

const acceptPath = `${accountPath}/invitations/accept`
const declinePath = `${accountPath}/invitations/decline`

const invitationStores = ['memberships'] as const
type InvitationContext = RequestContext<(typeof invitationStores)[number]>

/** Lists the roles that other organizations offer to the user, and those that are suspended. The user accepts or declines an offer. */
export function invitationsSection(...none: NoOptions): AnyAccountSection {
  checkNoOptions('invitationsSection', none)
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
  const reference = referenceFrom(invitation)
  if (reference === undefined || !(await settleInvitation(answer, user, reference, context))) throw new PageNotFound()
}

/** Reads what `valueOf` writes. */
function referenceFrom(value: string): MembershipReference | undefined {
  const [level, ...id] = value.split(' ')
  const of = (['organization', 'project', 'project_grant'] as const).find((each) => each === level)
  return of === undefined ? undefined : { of, id: id.join(' ') }
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

function valueOf(membership: PendingMembership): string {
  const reference = membershipReference(membership)
  return reference === undefined ? '' : `${reference.of} ${reference.id}`
}
