// The list of organizations, the form for a new one, and the first page of one.
import { PageNotFound } from '@symbolon/core-protocol'
import type { Answer, RequestContext } from '@symbolon/core-protocol'
import { getResource, ifAbsent, orgTarget, putResource } from '@symbolon/management-api'
import { holds, theInstance } from '@symbolon/permissions'
import { RestError } from '@symbolon/rest'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { factsOf } from '../facts/facts.ts'
import { csrfField, textField } from '../html/form.ts'
import { consoleAddress, isolatedName } from '../html/markup.ts'
import { timeOf } from '../html/time.ts'
import { afterCreation } from '../undo/undo.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { listed, managedOrganizations } from '../resource/organizations.ts'

/** `GET /ui/console/orgs`. */
export async function organizationList(visit: Visit): Promise<ConsoleContent> {
  const { texts, visitor, query } = visit
  const { items, next } = await managedOrganizations(visit, query.get('cursor') ?? undefined)
  const mayCreate = holds(visitor.caller, 'org.create', theInstance)
  return {
    title: texts.organizations.heading,
    section: 'organizations',
    main: html`${mayCreate ? html`<div class="tools"><a class="button" href="${consoleAddress('new-org')}">${texts.organizations.add}</a></div>` : ''}
${
  items.length === 0
    ? html`<p class="empty card">${texts.organizations.empty}</p>`
    : html`<div class="table"><table>
<thead><tr><th scope="col">${texts.organizations.name}</th><th scope="col">${texts.organizations.id}</th><th scope="col">${texts.list.changed}</th></tr></thead>
<tbody>${items.map(
        ({ id, name, changedAt }) =>
          html`<tr><td><a href="${consoleAddress('orgs', id)}">${isolatedName(name)}</a></td><td><code>${id}</code></td><td>${timeOf(changedAt, texts.language)}</td></tr>`,
      )}</tbody>
</table></div>`
}
${next === undefined ? '' : html`<p><a href="?${new URLSearchParams({ cursor: next }).toString()}" rel="next">${texts.list.next}</a></p>`}`,
  }
}

interface Typed {
  readonly name: string
  readonly errors: readonly FieldViolation[]
}

/** `GET /ui/console/new-org`. */
export async function newOrganization(visit: Visit): Promise<ConsoleContent> {
  return newOrganizationPage(visit, { name: '', errors: [] })
}

function newOrganizationPage({ texts, visitor }: Visit, { name, errors }: Typed): ConsoleContent {
  if (!holds(visitor.caller, 'org.create', theInstance)) throw new PageNotFound()
  return {
    title: texts.organizations.add,
    section: 'organizations',
    above: [{ path: consoleAddress('orgs'), title: texts.organizations.heading }],
    errors,
    main: html`<form method="post" class="fields">${csrfField(visitor.csrf)}
${textField({ name: 'org.name', label: texts.organizations.name, value: name, required: true, errors })}
<div><button>${texts.organizations.create}</button></div>
</form>`,
  }
}

/**
 * `POST /ui/console/new-org`.
 * @throws PageNotFound without the right
 */
export async function createOrganization(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  if (!holds(visit.visitor.caller, 'org.create', theInstance)) throw new PageNotFound()
  const name = fields.get('org.name') ?? ''
  const id = visit.management.context.randomToken().slice(0, 22)
  try {
    const conditions = ifAbsent
    const target = orgTarget(id)
    const { stored: now } = await putResource(target, { org: { name } }, { conditions, dryRun: false }, visit.management)
    return await afterCreation(visit, { target, now, name, path: consoleAddress('orgs', id), list: consoleAddress('orgs') })
  } catch (error) {
    if (!(error instanceof RestError) || error.fieldViolations.length === 0) throw error
    return newOrganizationPage(visit, { name, errors: error.fieldViolations })
  }
}

/**
 * `GET /ui/console/orgs/:orgId`.
 * @throws PageNotFound without the right
 */
export async function organizationPage(visit: Visit, context: RequestContext<'auditEvents'>): Promise<ConsoleContent> {
  const { parameters, management, texts, visitor } = visit
  const { orgId = '' } = parameters
  if (!holds(visitor.caller, 'org.read', { orgId })) throw new PageNotFound()
  const stored = await getResource(orgTarget(orgId), management)
  const { id, name, changedAt } = listed(stored)
  return {
    title: name,
    section: 'org',
    org: { id, name },
    above: [{ path: consoleAddress('orgs'), title: texts.organizations.heading }],
    main: html`<dl class="facts card">
<dt>${texts.organizations.id}</dt><dd><code>${id}</code></dd>
<dt>${texts.list.changed}</dt><dd>${timeOf(changedAt, texts.language)}</dd>
</dl>
${await factsOf(id, visit, context)}`,
  }
}
