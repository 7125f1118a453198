// Invitations and resets. The administrator starts them and never chooses a password. A link that could not be mailed is shown once.
import { PageNotFound } from '@symbolon/core-protocol'
import type { RequestContext, User } from '@symbolon/core-protocol'
import { startUserLink } from '@symbolon/management-api'
import type { SendLink, UserLinkKind, userLinkStores } from '@symbolon/management-api'
import { html } from 'hono/html'
import { csrfField } from '../html/form.ts'
import { plainName } from '../html/markup.ts'
import { timeOf } from '../html/time.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { allowedOn, framedInUser, userOf, userPath } from './user.ts'

/**
 * `GET /ui/console/orgs/:orgId/users/:userId/invitation` and `…/reset`: asks.
 * @throws PageNotFound where the visitor may not send a link, or no link would help
 */
export async function linkPage(kind: UserLinkKind, visit: Visit): Promise<ConsoleContent> {
  const user = await userOf(visit)
  if (!(await allowedOn(user, visit)).sendLink) throw new PageNotFound()
  const { users } = visit.texts
  return {
    ...(await framedInUser(visit, user)),
    title: titleOf(kind, user, visit),
    main: html`<p>${kind === 'invite' ? users.inviteText : users.resetText}</p>
<form method="post">${csrfField(visit.visitor.csrf)}<button>${kind === 'invite' ? users.sendInvitation : users.startReset}</button></form>`,
  }
}

/** `POST` of the same paths: sends the link, or shows it. */
export async function sendLinkPage(
  kind: UserLinkKind,
  send: SendLink,
  visit: Visit,
  context: RequestContext<(typeof userLinkStores)[number]>,
): Promise<ConsoleContent> {
  const user = await userOf(visit)
  const { orgId, id: userId } = user
  const sent = await startUserLink(kind, { orgId, userId }, send, visit.management, context)
  const { users, language } = visit.texts
  return {
    ...(await framedInUser(visit, user)),
    title: titleOf(kind, user, visit),
    main: html`${
      sent.kind === 'mailed'
        ? html`<p class="notice" role="status">${users.mailedTo(sent.to)}</p>`
        : html`<p class="warning" role="status">${users.giveLink} ${users.linkOnce}</p>
<pre id="link" tabindex="0">${sent.link}</pre>
<p><button class="secondary" data-copy="link" hidden>${users.copy}</button></p>`
    }
<p>${users.validUntil} ${timeOf(sent.expiresAt, language)}</p>
<p><a href="${userPath(user)}">${users.back}</a></p>`,
  }
}

function titleOf(kind: UserLinkKind, { displayName }: User, { texts }: Visit): string {
  return kind === 'invite' ? texts.users.inviteTitle(plainName(displayName)) : texts.users.resetTitle(plainName(displayName))
}
