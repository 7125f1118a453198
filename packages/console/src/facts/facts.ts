// The first page of an organization and of the instance: how much there is, what is to do, and how many signed in. Every query is
// bounded, so that the page of a large instance is not slower than that of a small one. What the visitor may not list is left out.
import type { AuditEventType, RequestContext, ResourceKind, StoredResource } from '@symbolon/core-protocol'
import { listResources, listSignIns, mostSignIns } from '@symbolon/management-api'
import type { SignInDay } from '@symbolon/management-api'
import { holds, may } from '@symbolon/permissions'
import type { Permission, Subject } from '@symbolon/permissions'
import { isJsonObject } from '@symbolon/schema-v2'
import { html } from 'hono/html'
import { consoleAddress, isolatedName, nothing, plainName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import type { Visit } from '../visit/visit.ts'
import { signInChart } from './sign-ins.ts'

/** No number is counted further. */
const most = 200

const days = 30

/** A number, and whether it may be more. */
interface Count {
  readonly count: number
  readonly isMore: boolean
}

/**
 * @returns the numbers and the tasks of an organization; without `orgId` those of the instance
 * @param firstOrgId where a first application and a first colleague are added
 */
export async function factsOf(
  orgId: string | undefined,
  visit: Visit,
  context: RequestContext<'auditEvents'>,
  firstOrgId: string | undefined = orgId,
): Promise<Markup> {
  const { texts, visitor, management } = visit
  const words = texts.facts
  const place = orgId === undefined ? {} : { orgId }
  const mayList = (subject: Subject): boolean => may(visitor.caller, 'list', subject, place) === undefined
  const list = async (kind: ResourceKind): Promise<Listed | undefined> => {
    if (!mayList(kind)) return undefined
    const { items, next } = await listResources({ kind, limit: most, ...place }, management)
    return { items, count: items.length, isMore: next !== undefined }
  }
  const [organizations, users, machines, projects, apps, apis, signIns] = await Promise.all([
    orgId === undefined ? list('org') : undefined,
    list('humanUser'),
    list('machineUser'),
    list('project'),
    list('oidcApp'),
    list('apiApp'),
    mayList('event') ? listSignIns({ days, ...place }, management, context) : undefined,
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
    [words.signIns, totalOf(signIns, 'succeeded'), events('login_succeeded')],
    [words.failures, totalOf(signIns, 'failed'), events('login_failed')],
  ]
  const shown = numbers.filter((entry): entry is readonly [string, Count, string | undefined] => entry[1] !== undefined)
  if (shown.length === 0) return html``
  const number = new Intl.NumberFormat(texts.language)
  const [domains, members] = await Promise.all([
    orgId === undefined ? undefined : list('orgDomain'),
    list(orgId === undefined ? 'instanceMember' : 'orgMember'),
  ])
  const applications = sum(apps, apis)
  const below = (page: string, permission: Permission): string | undefined =>
    firstOrgId !== undefined && holds(visitor.caller, permission, { orgId: firstOrgId })
      ? consoleAddress('orgs', firstOrgId, page)
      : undefined
  const step = (isKnown: boolean, isDone: boolean, name: keyof typeof words.steps, path: string | undefined): readonly Task[] =>
    isKnown ? [{ text: isDone ? words.steps[name].done : words.steps[name].open, path: isDone ? undefined : path, isDone }] : []
  const hasDomain = domains?.items.some((domain) => isOwnDomain(domain, context.issuer)) === true
  const owners = ownersAmong(members?.items ?? [])
  const steps = [
    ...step(organizations !== undefined, organizations !== undefined && organizations.count > 0, 'organization', consoleAddress('new-org')),
    ...step(
      applications !== undefined,
      applications !== undefined && applications.count > 0,
      'application',
      below('new-app', 'project.app.write'),
    ),
    ...step(users !== undefined, users !== undefined && users.count > 1, 'colleague', below('new-user', 'user.write')),
    ...step(
      owners > 0,
      owners > 1,
      orgId === undefined ? 'instanceOwner' : 'owner',
      at('members') ?? consoleAddress('instance', 'members'),
    ),
    ...step(domains !== undefined, hasDomain, 'domain', at('domains')),
  ]
  const tasks: readonly Task[] = [
    ...steps.filter(({ isDone }) => !isDone),
    ...(orgId === undefined ? [] : (apps?.items ?? []).flatMap((app) => tasksOf(orgId, app, visit))),
    ...steps.filter(({ isDone }) => isDone),
  ]
  return html`<ul class="numbers">${shown.map(([name, { count, isMore }, path]) => {
    const content = html`<strong>${isMore ? words.atLeast(number.format(count)) : number.format(count)}</strong><span>${name}</span>`
    return html`<li>${path === undefined ? html`<span class="card">${content}</span>` : html`<a class="card" href="${path}">${content}</a>`}</li>`
  })}</ul>
${signIns === undefined ? nothing : signInChart(signIns, texts)}
<h2>${words.toDo}</h2>
${tasks.every(({ isDone }) => isDone) ? html`<p>${words.nothingToDo}</p>` : nothing}
${tasks.length === 0 ? nothing : html`<ul class="tasks card">${tasks.map(({ text, path, isDone }) => html`<li${isDone ? html` class="done"` : nothing}>${path === undefined ? isolatedName(text) : html`<a href="${path}">${isolatedName(text)}</a>`}</li>`)}</ul>`}`
}

/** Something to do, and where it is done. */
interface Task {
  readonly text: string
  readonly path: string | undefined
  readonly isDone: boolean
}

interface Listed extends Count {
  readonly items: readonly StoredResource[]
}

function sum(one: Count | undefined, other: Count | undefined): Count | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return { count: one.count + other.count, isMore: one.isMore || other.isMore }
}

function totalOf(days: readonly SignInDay[] | undefined, outcome: 'failed' | 'succeeded'): Count | undefined {
  if (days === undefined) return undefined
  const counts = days.map((day) => day[outcome])
  return { count: counts.reduce((total, count) => total + count, 0), isMore: counts.some((count) => count >= mostSignIns) }
}

/** The domain that every organization has below the name of the server does not count as a custom domain. */
function isOwnDomain({ key: [, name = ''], content }: StoredResource, issuer: string): boolean {
  return content['isVerified'] === true && !name.endsWith(`.${new URL(issuer).hostname}`)
}

function ownersAmong(members: readonly StoredResource[]): number {
  return members.filter(({ content: { roles } }) => Array.isArray(roles) && (roles.includes('ORG_OWNER') || roles.includes('IAM_OWNER')))
    .length
}

function tasksOf(orgId: string, { key: [id = ''], content }: StoredResource, { texts }: Visit): readonly Task[] {
  const app = isJsonObject(content['app']) ? content['app'] : {}
  const name = plainName(typeof app['name'] === 'string' ? app['name'] : id)
  const hasNone = !Array.isArray(app['redirectUris']) || app['redirectUris'].length === 0
  const found = [...(hasNone ? [texts.facts.noRedirectUri(name)] : []), ...(app['devMode'] === true ? [texts.facts.devMode(name)] : [])]
  return found.map((text) => ({ text, path: consoleAddress('orgs', orgId, 'apps', id), isDone: false }))
}
