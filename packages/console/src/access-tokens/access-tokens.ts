// The personal access tokens of a service user. The value of a new one is shown once; only its digest is stored.
import { ForbiddenForm, PageNotFound } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, StoredResource, User } from '@symbolon/core-protocol'
import { getResource, ifAbsent, listResources, mayActOnUser, putResource, removeResource, unconditional } from '@symbolon/management-api'
import { may } from '@symbolon/permissions'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { linesField, readLines } from '../html/controls.ts'
import { csrfField, errorSummary } from '../html/form.ts'
import { lastDayField, readLastDay } from '../html/last-day.ts'
import { nothing, plainName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { problemsOf } from '../html/problems.ts'
import { timeOf } from '../html/time.ts'
import type { ConsolePages } from '../page/page.ts'
import { targetOf, textIn, textsIn } from '../resource/resources.ts'
import { framedInUser, tabs, userOf, userPath } from '../users/user.ts'
import { after } from '../visit/notice.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'

/** At most this many tokens are shown. */
const most = 100

/** @returns the page */
export function accessTokenPages({ page }: ConsolePages): readonly AnyEndpoint[] {
  return [
    page({
      name: 'personal access tokens of a service user in the console',
      path: '/orgs/:orgId/users/:userId/tokens',
      dangerous: 'post',
      page: accessTokensPage,
      post: changeAccessTokens,
    }),
  ]
}

interface Holder {
  readonly user: User
  readonly mayAdd: boolean
  readonly mayRemove: boolean
}

/** @throws PageNotFound for a human user, who has no such tokens, and without the right to see the tokens of the service user */
async function holderOf(visit: Visit): Promise<Holder> {
  const user = await userOf(visit)
  const listing = may(visit.visitor.caller, 'list', 'personalAccessToken', { orgId: user.orgId })
  if (user.kind !== 'machine' || listing !== undefined) throw new PageNotFound()
  const [mayAdd, mayRemove] = await Promise.all([
    mayActOnUser(user, ['create', 'personalAccessToken'], visit.management),
    mayActOnUser(user, ['remove', 'personalAccessToken'], visit.management),
  ])
  return { user, mayAdd, mayRemove }
}

/** `GET /ui/console/orgs/:orgId/users/:userId/tokens`. */
async function accessTokensPage(visit: Visit): Promise<ConsoleContent> {
  return await shown(await holderOf(visit), visit, undefined, [])
}

async function shown(
  { user, mayAdd, mayRemove }: Holder,
  visit: Visit,
  typed: URLSearchParams | undefined,
  errors: readonly FieldViolation[],
): Promise<ConsoleContent> {
  const { texts, visitor, management } = visit
  const words = texts.accessTokens
  const query = { kind: 'personalAccessToken', orgId: user.orgId, of: { userId: user.id }, limit: most } as const
  const { items } = await listResources(query, management)
  return {
    ...(await framedInUser(visit, user)),
    title: `${texts.users.tabs.tokens} · ${plainName(user.displayName)}`,
    status: errors.length === 0 ? 200 : 422,
    main: html`${tabs(user, 'tokens', visit)}${errorSummary(errors, texts)}
<p>${words.lead}</p>
${items.length === 0 ? html`<p class="empty card">${words.empty}</p>` : table(items, mayRemove, visit)}
${
  mayAdd
    ? html`<form method="post" class="fields end">${csrfField(visitor.csrf)}<input type="hidden" name="act" value="make">
<h2>${words.make}</h2>
${lastDayField({ name: 'until', label: words.until, help: words.untilHelp, value: typed?.get('until') ?? undefined, now: management.context.now(), errors })}
${linesField({ name: 'scopes', label: words.scopes, help: words.scopesHelp, value: typed === undefined ? [] : readLines(typed, 'scopes'), errors })}
<div><button>${words.make}</button></div>
</form>`
    : nothing
}`,
  }
}

function table(items: readonly StoredResource[], mayRemove: boolean, { texts, management, visitor }: Visit): Markup {
  const words = texts.accessTokens
  const now = management.context.now()
  const row = ({ key: [tokenId = ''], content, createdAt }: StoredResource): Markup => {
    const until = Date.parse(textIn(content, 'expirationDate'))
    const end = Number.isNaN(until) ? words.untilRemoved : timeOf(until, texts.language)
    return html`<tr><th scope="row"><code>${tokenId}</code></th><td>${timeOf(createdAt, texts.language)}</td>
<td>${end}${until <= now ? html` <span class="badge bad">${words.expired}</span>` : nothing}</td>
<td>${textsIn(content, 'scopes').join(' ')}</td>
${mayRemove ? html`<td><form method="post">${csrfField(visitor.csrf)}<input type="hidden" name="act" value="remove"><input type="hidden" name="tokenId" value="${tokenId}"><button class="plain" aria-label="${words.remove}: ${tokenId}">${words.remove}</button></form></td>` : nothing}</tr>`
  }
  return html`<div class="table" role="region" tabindex="0" aria-label="${words.heading}"><table>
<thead><tr><th scope="col">${words.tokenId}</th><th scope="col">${words.created}</th><th scope="col">${words.until}</th><th scope="col">${words.scopes}</th>${mayRemove ? html`<th scope="col">${words.acts}</th>` : nothing}</tr></thead>
<tbody>${items.map(row)}</tbody></table></div>
<p class="help">${words.final}</p>`
}

/**
 * `POST` of the same path.
 * @returns the page with the value of a new token, which is shown once; after a removal the redirect
 * @throws PageNotFound for a token of another user, ForbiddenForm for an unknown act
 */
async function changeAccessTokens(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const { management, texts } = visit
  const holder = await holderOf(visit)
  const { user, mayAdd, mayRemove } = holder
  const act = fields.get('act')
  if (act !== 'make' && act !== 'remove') throw new ForbiddenForm()
  if (act === 'make' ? !mayAdd : !mayRemove) throw new PageNotFound()
  try {
    if (act === 'remove') return await remove(user, fields.get('tokenId') ?? '', visit)
    const until = readLastDay(fields.get('until'), management.context.now())
    if (until === 'wrong') {
      return await shown(holder, visit, fields, [{ field: 'until', reason: 'past', description: texts.accessTokens.wrongDay }])
    }
    return await make(user, until, readLines(fields, 'scopes'), visit)
  } catch (error) {
    return await shown(holder, visit, fields, problemsOf(error, texts.reasons))
  }
}

async function make(user: User, until: number | undefined, scopes: readonly string[], visit: Visit): Promise<ConsoleContent> {
  const { management, texts } = visit
  const words = texts.accessTokens
  const tokenId = management.context.randomToken().slice(0, 22)
  const entry = {
    userId: user.id,
    ...(until === undefined ? {} : { expirationDate: new Date(until).toISOString() }),
    ...(scopes.length === 0 ? {} : { scopes }),
  }
  const conditions = ifAbsent
  const target = targetOf('personalAccessTokens', user.orgId, tokenId)
  const { generated } = await putResource(target, entry, { conditions, dryRun: false }, management)
  return {
    ...(await framedInUser(visit, user)),
    title: words.issued(plainName(user.displayName)),
    main: html`<p class="warning" role="status">${words.once}</p>
<div class="copied"><pre id="token" tabindex="0">${generated.token ?? ''}</pre><button class="secondary" data-copy="token" hidden>${texts.applications.setup.copy}</button></div>
<p>${words.use}</p>
<pre tabindex="0">Authorization: Bearer ${generated.token ?? ''}</pre>
<p class="actions"><a class="button secondary" href="${userPath(user, 'tokens')}">${words.back}</a></p>`,
  }
}

/** @throws PageNotFound for a token of another user */
async function remove(user: User, tokenId: string, visit: Visit): Promise<Answer> {
  const target = targetOf('personalAccessTokens', user.orgId, tokenId)
  const stored = await getResource(target, visit.management)
  if (textIn(stored.content, 'userId') !== user.id) throw new PageNotFound()
  await removeResource(target, { conditions: unconditional, dryRun: false }, visit.management)
  return after(visit, userPath(user, 'tokens'), 'removed', tokenId)
}
