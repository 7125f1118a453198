// The factors of a human user, and the page that removes one after a phone or a key was lost.
import { PageNotFound } from '@symbolon/core-protocol'
import type { Answer, RequestContext } from '@symbolon/core-protocol'
import { listUserFactors, mayActOnUser, removeUserFactor } from '@symbolon/management-api'
import type { FactorReference, UserFactors, userFactorStores } from '@symbolon/management-api'
import { RestError } from '@symbolon/rest'
import { html } from 'hono/html'
import { csrfField } from '../html/form.ts'
import { isolatedName, plainName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { timeOf } from '../html/time.ts'
import type { Texts } from '../texts/shape.ts'
import { after } from '../visit/notice.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { framedInUser, tabs, userOf, userPath } from './user.ts'

type FactorContext = RequestContext<(typeof userFactorStores)[number]>

interface Listed {
  readonly factor: FactorReference
  readonly name: string
  readonly facts: readonly (readonly [name: string, value: Markup | string])[]
}

function listed({ app, recoveryCodes, passkeys }: UserFactors, { users, language }: Texts): readonly Listed[] {
  const created = (at: number | undefined): Listed['facts'] => (at === undefined ? [] : [[users.created, timeOf(at, language)]])
  return [
    ...(app === undefined ? [] : [{ factor: { kind: 'app' as const }, name: users.factors.app, facts: created(app.enrolledAt) }]),
    ...(recoveryCodes === undefined
      ? []
      : [
          {
            factor: { kind: 'recovery_codes' as const },
            name: users.factors.recoveryCodes,
            facts: [['', users.factors.left(recoveryCodes.left)] as const, ...created(recoveryCodes.confirmedAt)],
          },
        ]),
    ...passkeys.map(({ credentialId, name, createdAt, lastUsedAt }) => ({
      factor: { kind: 'passkey' as const, credentialId },
      name: name === '' ? users.factors.passkey : name,
      facts: [
        ['', users.factors.passkey] as const,
        ...created(createdAt),
        ...(lastUsedAt === undefined ? [] : [[users.factors.lastUsed, timeOf(lastUsedAt, language)] as const]),
      ],
    })),
  ]
}

async function factorsOf(visit: Visit, context: FactorContext): Promise<readonly Listed[]> {
  const { orgId = '', userId = '' } = visit.parameters
  return listed(await listUserFactors({ orgId, userId }, visit.management, context), visit.texts)
}

/** `GET /ui/console/orgs/:orgId/users/:userId/factors`. */
export async function factorsPage(visit: Visit, context: FactorContext): Promise<ConsoleContent> {
  const user = await userOf(visit)
  const { users } = visit.texts
  const [factors, app, passkey] = await Promise.all([
    factorsOf(visit, context),
    mayActOnUser(user, ['remove', 'factor'], visit.management),
    mayActOnUser(user, ['remove', 'passkey'], visit.management),
  ])
  const row = ({ factor, name, facts }: Listed): Markup => html`<li class="card"><h2>${isolatedName(name)}</h2>
<p class="muted">${facts.map(([fact, value]) => html`${fact === '' ? '' : `${fact}: `}${value}<br>`)}</p>
${(factor.kind === 'passkey' ? passkey : app) ? html`<a class="button secondary" href="${removalPath(factor, visit)}">${users.factors.remove}<span class="unseen"> ${isolatedName(name)}</span></a>` : ''}
</li>`
  return {
    ...(await framedInUser(visit, user)),
    title: `${users.tabs.factors} · ${plainName(user.displayName)}`,
    main: html`${tabs(user, 'factors', visit)}
${factors.length === 0 ? html`<p class="empty card">${users.factors.empty}</p>` : html`<ul class="cards">${factors.map(row)}</ul>`}`,
  }
}

function removalPath(factor: FactorReference, { parameters: { orgId = '', userId = '' } }: Visit): string {
  const query = new URLSearchParams({ factor: factor.kind === 'passkey' ? factor.credentialId : factor.kind })
  return `${userPath({ orgId, id: userId }, 'remove-factor')}?${query.toString()}`
}

/** The factor that the query, or the form, names among those of the user. */
async function namedFactor(name: string | null, visit: Visit, context: FactorContext): Promise<Listed> {
  const found = (await factorsOf(visit, context)).find(
    ({ factor }) => (factor.kind === 'passkey' ? factor.credentialId : factor.kind) === name,
  )
  if (found === undefined) throw new PageNotFound()
  return found
}

/** `GET /ui/console/orgs/:orgId/users/:userId/remove-factor`: asks. */
export async function factorRemovalPage(visit: Visit, context: FactorContext): Promise<ConsoleContent> {
  return await removal(await namedFactor(visit.query.get('factor'), visit, context), visit)
}

async function removal({ factor, name }: Listed, visit: Visit, problem?: string): Promise<ConsoleContent> {
  const user = await userOf(visit)
  const { texts, visitor, management } = visit
  if (!(await mayActOnUser(user, ['remove', factor.kind === 'passkey' ? 'passkey' : 'factor'], management))) throw new PageNotFound()
  const errors = problem === undefined ? [] : [{ field: '', reason: 'refused', description: problem }]
  return {
    ...(await framedInUser(visit, user)),
    title: texts.users.factors.removeTitle(plainName(name)),
    errors,
    main: html`<p class="warning">${texts.users.factors.removeText}</p>
<form method="post">${csrfField(visitor.csrf)}<input type="hidden" name="factor" value="${factor.kind === 'passkey' ? factor.credentialId : factor.kind}">
<button class="danger">${texts.users.factors.remove}</button></form>`,
  }
}

/** `POST` of the same path. */
export async function removeFactor(visit: Visit, fields: URLSearchParams, context: FactorContext): Promise<Answer | ConsoleContent> {
  const { orgId = '', userId = '' } = visit.parameters
  const named = await namedFactor(fields.get('factor'), visit, context)
  try {
    await removeUserFactor({ orgId, userId }, named.factor, visit.management, context)
  } catch (error) {
    if (!(error instanceof RestError) || error.id !== 'entry_refused') throw error
    return await removal(named, visit, visit.texts.users.factors.lastWayIn)
  }
  return after(visit, userPath({ orgId, id: userId }, 'factors'), 'removed', named.name)
}
