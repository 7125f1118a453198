// What the first page of an organization and of the instance tells: how much there is, what is to do, and how many signed in. Every query is
// bounded, so that the page of a large instance is not slower than that of a small one. What the visitor may not list is left out.
import type { AuditEventType, RequestContext, ResourceKind, StoredResource } from '@symbolon/core-protocol'
import { listEvents, listResources } from '@symbolon/management-api'
import { may } from '@symbolon/permissions'
import type { Subject } from '@symbolon/permissions'
import { isJsonObject } from '@symbolon/schema-v2'
import { html } from 'hono/html'
import { consoleAddress, isolatedName, plainName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import type { Visit } from '../visit/visit.ts'

/** No number is counted further. */
const most = 200

const days = 30

/** A number, and whether it may be more. */
interface Count {
  readonly count: number
  readonly isMore: boolean
}

/** @returns the numbers and the tasks of an organization; without `orgId` those of the instance */
export async function factsOf(orgId: string | undefined, visit: Visit, context: RequestContext<'auditEvents'>): Promise<Markup> {
  const { texts, visitor, management } = visit
  const words = texts.facts
  const place = orgId === undefined ? {} : { orgId }
  const mayList = (subject: Subject): boolean => may(visitor.caller, 'list', subject, place) === undefined
  const list = async (kind: ResourceKind): Promise<Listed | undefined> => {
    if (!mayList(kind)) return undefined
    const { items, next } = await listResources({ kind, limit: most, ...place }, management)
    return { items, count: items.length, isMore: next !== undefined }
  }
  const signIns = async (type: AuditEventType): Promise<Count | undefined> => {
    if (!mayList('event')) return undefined
    const { items, next } = await listEvents({ type, from: context.now() - days * 86_400_000, limit: most, ...place }, management, context)
    return { count: items.length, isMore: next !== undefined }
  }
  const [organizations, users, machines, projects, apps, apis, succeeded, failed] = await Promise.all([
    orgId === undefined ? list('org') : undefined,
    list('humanUser'),
    list('machineUser'),
    list('project'),
    list('oidcApp'),
    list('apiApp'),
    signIns('login_succeeded'),
    signIns('login_failed'),
  ])
  // The instance has no list of what is in its organizations.
  const at = (...parts: readonly string[]): string | undefined =>
    orgId === undefined ? undefined : consoleAddress('orgs', orgId, ...parts)
  const events = (type: AuditEventType): string => `${at('events') ?? consoleAddress('events')}?${new URLSearchParams({ type }).toString()}`
  const numbers: readonly (readonly [string, Count | undefined, string | undefined])[] = [
    [words.organizations, organizations, consoleAddress('orgs')],
    [words.users, users, at('users')],
    [words.machines, machines, at('service-users')],
    [words.projects, projects, at('projects')],
    [words.applications, sum(apps, apis), at('apps')],
    [words.signIns, succeeded, events('login_succeeded')],
    [words.failures, failed, events('login_failed')],
  ]
  const shown = numbers.filter((entry): entry is readonly [string, Count, string | undefined] => entry[1] !== undefined)
  if (shown.length === 0) return html``
  const number = new Intl.NumberFormat(texts.language)
  const [domains, members] = await Promise.all([
    orgId === undefined ? undefined : list('orgDomain'),
    list(orgId === undefined ? 'instanceMember' : 'orgMember'),
  ])
  const ownerTask: Task = {
    text: orgId === undefined ? words.singleInstanceOwner : words.singleOwner,
    path: at('members') ?? consoleAddress('instance', 'members'),
  }
  const tasks: readonly Task[] = [
    ...(domains !== undefined && !domains.items.some((domain) => isOwnDomain(domain, context.issuer))
      ? [{ text: words.noDomain, path: at('domains') }]
      : []),
    ...(members !== undefined && isSingleOwner(members.items) ? [ownerTask] : []),
    ...(orgId === undefined ? [] : (apps?.items ?? []).flatMap((app) => tasksOf(orgId, app, visit))),
  ]
  return html`<ul class="numbers">${shown.map(([name, { count, isMore }, path]) => {
    const content = html`<strong>${isMore ? words.atLeast(number.format(count)) : number.format(count)}</strong><span>${name}</span>`
    return html`<li>${path === undefined ? html`<span class="card">${content}</span>` : html`<a class="card" href="${path}">${content}</a>`}</li>`
  })}</ul>
<p class="muted">${words.bounds(number.format(days), number.format(most))}</p>
<h2>${words.toDo}</h2>
${tasks.length === 0 ? html`<p>${words.nothingToDo}</p>` : html`<ul class="tasks card">${tasks.map(({ text, path }) => html`<li>${path === undefined ? isolatedName(text) : html`<a href="${path}">${isolatedName(text)}</a>`}</li>`)}</ul>`}`
}

/** Something to do, and where it is done. */
interface Task {
  readonly text: string
  readonly path: string | undefined
}

interface Listed extends Count {
  readonly items: readonly StoredResource[]
}

function sum(one: Count | undefined, other: Count | undefined): Count | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return { count: one.count + other.count, isMore: one.isMore || other.isMore }
}

/** The domain that every organization has below the name of the server is no domain of its own. */
function isOwnDomain({ key: [, name = ''], content }: StoredResource, issuer: string): boolean {
  return content['isVerified'] === true && !name.endsWith(`.${new URL(issuer).hostname}`)
}

function isSingleOwner(members: readonly StoredResource[]): boolean {
  const owners = members.filter(
    ({ content: { roles } }) => Array.isArray(roles) && (roles.includes('ORG_OWNER') || roles.includes('IAM_OWNER')),
  )
  return owners.length === 1
}

function tasksOf(orgId: string, { key: [id = ''], content }: StoredResource, { texts }: Visit): readonly Task[] {
  const app = isJsonObject(content['app']) ? content['app'] : {}
  const name = plainName(typeof app['name'] === 'string' ? app['name'] : id)
  const hasNone = !Array.isArray(app['redirectUris']) || app['redirectUris'].length === 0
  const found = [...(hasNone ? [texts.facts.noRedirectUri(name)] : []), ...(app['devMode'] === true ? [texts.facts.devMode(name)] : [])]
  return found.map((text) => ({ text, path: consoleAddress('orgs', orgId, 'apps', id) }))
}
