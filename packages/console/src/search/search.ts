// The search over everything that a visitor may see: users, applications, projects, organizations and pages. The address is the state.
import type { ResourceKind, StoredResource } from '@symbolon/core-protocol'
import { listResources } from '@symbolon/management-api'
import { may, theInstance } from '@symbolon/permissions'
import { html } from 'hono/html'
import { consoleAddress, isolatedName, plainName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { entriesOfInstance, entriesOfOrganization } from '../look/entries.ts'
import { listed, managedOrganizations } from '../resource/organizations.ts'
import type { ListedOrganization } from '../resource/organizations.ts'
import { objectAt, textIn } from '../resource/resources.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'

/** At most this many objects of each kind are shown. */
const most = 8
/** Without a right of the instance, at most this many organizations are searched. */
const mostOrganizations = 10

interface Hit {
  readonly path: string
  readonly name: string
  readonly more: string
}

interface Group {
  readonly title: string
  readonly hits: readonly Hit[]
}

/** `GET /ui/console/search`. */
export async function searchPage(visit: Visit): Promise<ConsoleContent> {
  const { texts, query } = visit
  const text = (query.get('q') ?? '').trim().slice(0, 200)
  const groups = text === '' ? [] : (await groupsOf(text, visit)).filter(({ hits }) => hits.length > 0)
  return {
    title: texts.search.heading,
    section: 'search',
    main:
      text === ''
        ? html`<p class="empty card">${texts.search.lead}</p>`
        : html`<div id="results" class="results">${
            groups.length === 0 ? html`<p>${texts.search.nothing(plainName(text))}</p>` : groups.map(group)
          }</div>`,
  }
}

function group({ title, hits }: Group): Markup {
  return html`<h2>${title}</h2>
<ul>${hits.map(({ path, name, more }) => html`<li><a href="${path}">${isolatedName(name)} <span>${isolatedName(more)}</span></a></li>`)}</ul>`
}

async function groupsOf(text: string, visit: Visit): Promise<readonly Group[]> {
  const { texts, visitor, management } = visit
  const organizations = (await managedOrganizations(visit)).items
  const search = async (kind: ResourceKind): Promise<readonly StoredResource[]> => {
    const find = async (place: { readonly orgId?: string }): Promise<readonly StoredResource[]> =>
      may(visitor.caller, 'list', kind, place) === undefined
        ? (await listResources({ kind, q: text, limit: most, ...place }, management)).items
        : []
    if (may(visitor.caller, 'list', kind, theInstance) === undefined) return await find({})
    const found = await Promise.all(organizations.slice(0, mostOrganizations).map(async ({ id }) => await find({ orgId: id })))
    return found.flat().slice(0, most)
  }
  const [orgs, people, machines, projects, apps, apis] = await Promise.all([
    findOrganizations(text, organizations, visit),
    search('humanUser'),
    search('machineUser'),
    search('project'),
    search('oidcApp'),
    search('apiApp'),
  ])
  return [
    { title: texts.search.users, hits: people.map(personHit) },
    { title: texts.search.applications, hits: [...apps, ...apis].slice(0, most).map((each) => namedHit(each, 'app', 'apps')) },
    { title: texts.search.projects, hits: projects.map((each) => namedHit(each, 'project', 'projects')) },
    { title: texts.search.machines, hits: machines.map((each) => namedHit(each, 'user', 'users')) },
    {
      title: texts.search.organizations,
      hits: orgs.map(({ id, name }) => ({ path: consoleAddress('orgs', id), name, more: id })),
    },
    { title: texts.search.pages, hits: pagesOf(text, organizations, visit) },
  ]
}

/** Visitors who may not list all organizations find the organizations that they manage. */
async function findOrganizations(
  text: string,
  managed: readonly ListedOrganization[],
  { visitor, texts, management }: Visit,
): Promise<readonly ListedOrganization[]> {
  if (may(visitor.caller, 'list', 'org', theInstance) === undefined) {
    return (await listResources({ kind: 'org', q: text, limit: most }, management)).items.map(listed)
  }
  const wanted = text.toLocaleLowerCase(texts.language)
  return managed.filter(({ id, name }) => id === text || name.toLocaleLowerCase(texts.language).includes(wanted)).slice(0, most)
}

function personHit(stored: StoredResource): Hit {
  const { key, orgId = '', content } = stored
  const [id = ''] = key
  const user = objectAt(stored, 'user')
  const profile = objectAt({ content: user }, 'profile')
  const names = [textIn(profile, 'displayName'), `${textIn(profile, 'firstName')} ${textIn(profile, 'lastName')}`.trim()]
  const name = names.find((each) => each !== '') ?? textIn(user, 'userName')
  const more = textIn(objectAt({ content: user }, 'email'), 'email') || textIn(user, 'userName') || textIn(content, 'userId')
  return { path: consoleAddress('orgs', orgId, 'users', id), name: name === '' ? id : name, more }
}

function namedHit(stored: StoredResource, member: string, segment: string): Hit {
  const { key, orgId = '' } = stored
  const [id = ''] = key
  const name = textIn(objectAt(stored, member), 'name')
  return { path: consoleAddress('orgs', orgId, segment, id), name: name === '' ? id : name, more: id }
}

/** The pages of the instance, and those of each organization, by the words of the navigation. */
function pagesOf(text: string, organizations: readonly ListedOrganization[], { texts, visitor }: Visit): readonly Hit[] {
  const wanted = text.toLocaleLowerCase(texts.language)
  const pages = [
    ...entriesOfInstance(visitor.caller).map((entry) => ({ ...entry, of: texts.navigation.instance })),
    ...organizations
      .slice(0, 3)
      .flatMap(({ id, name }) => entriesOfOrganization(visitor.caller, id).map((entry) => ({ ...entry, of: name }))),
  ]
  return pages
    .map(({ path, text: word, of }) => ({ path, name: word(texts), more: of }))
    .filter(({ name }) => name.toLocaleLowerCase(texts.language).includes(wanted))
    .slice(0, most)
}
