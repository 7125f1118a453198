// The section of the roles that other organizations offer.
import type { AccountPageBase, InvitationsSection } from '@symbolon/account'
import { html } from 'hono/html'
import { submitButton } from '../../html/button.ts'
import { rows, section } from '../../html/list.ts'
import { isolatedName, plainName } from '../../html/markup.ts'
import type { Markup } from '../../html/markup.ts'
import { accountForm } from './frame.ts'
import type { AccountSetting } from './frame.ts'

/** Two forms for each invitation (field `invitation`); none for suspended roles. */
export function invitationsSection(
  page: AccountPageBase,
  { invitations, acceptPath, declinePath }: InvitationsSection,
  { account }: AccountSetting,
): Markup {
  const { invitations: texts } = account
  return section({
    id: 'invitations',
    heading: texts.heading,
    lead: texts.lead,
    body: rows(
      invitations.map(({ value, organizationName, projectName, roles, suspended }) => {
        const named = projectName === undefined ? organizationName : `${organizationName}, ${projectName}`
        const answer = (path: string, text: string, kind: 'primary' | 'secondary'): Markup =>
          accountForm(page, path, submitButton(text, { kind, small: true }, plainName(named)), { invitation: value })
        return {
          title: isolatedName(named),
          notes: [html`<bdi dir="ltr">${roles.join(', ')}</bdi>`, ...(suspended ? [texts.suspended] : [])],
          actions: suspended ? [] : [answer(acceptPath, texts.accept, 'primary'), answer(declinePath, texts.decline, 'secondary')],
        }
      }),
    ),
  })
}
