// Objects by what people call them: an id, a name, a login name, an email address, a client id.
import { ApiError } from '@symbolon/client'
import type { EffectivePolicy, EntryOf, IdentityProvider, InstanceLists, OrgClient, Resource, Single } from '@symbolon/client'
import { CommandError } from '../terminal/outcome.ts'
import { word } from './call.ts'
import type { Call } from './call.ts'

/** An organization that a command is about. */
export interface Org {
  readonly orgId: string
  readonly client: OrgClient
}

/** An organization, or the instance. */
export interface Place {
  /** For sentences. */
  readonly what: string
  /** As it was chosen. */
  readonly option: string
  /** In the document of the API. */
  readonly path: string
  readonly client: InstanceLists & {
    readonly policies: Readonly<Record<string, Single<object>>>
    effectivePolicies(): Promise<readonly EffectivePolicy[]>
  }
  /** The providers that the login policy may list. */
  offering(): Promise<readonly IdentityProvider[]>
}

/**
 * The organization of `--org`, or the only one that the user sees.
 * @throws CommandError org_needed, not_found
 */
export async function orgOf(call: Call): Promise<Org> {
  const named = call.given.value('org')
  return named === undefined ? await onlyOrg(call) : await findOrg(call, named)
}

/** @throws CommandError not_found */
export async function findOrg({ client }: Call, named: string): Promise<Org> {
  const byId = await client.orgs.get(named).catch(absent)
  if (byId !== undefined) return { orgId: byId.entry.orgId, client: client.org(byId.entry.orgId) }
  const found = await exactly(client.orgs.pages({ limit: 200, filter: { q: named } }), ({ entry }) => isCalled(entry.org?.name, named))
  const orgId = one(found, ({ entry }) => entry.orgId, 'organization', named, 'symbolon orgs list').entry.orgId
  return { orgId, client: client.org(orgId) }
}

async function onlyOrg({ client }: Call): Promise<Org> {
  const { memberships } = await client.me()
  const ids = memberships.some(({ of }) => of === 'instance')
    ? (await client.orgs.list({ limit: 6 })).items.map(({ entry }) => entry.orgId)
    : [...new Set(memberships.flatMap(({ orgId }) => orgId ?? []))]
  const [only] = ids
  if (only !== undefined && ids.length === 1) return { orgId: only, client: client.org(only) }
  const some = ids.length === 0 ? '' : ` You see ${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ' and others' : ''}.`
  throw new CommandError('org_needed', `Which organization? Add --org ORG.${some}`)
}

/** A person or a service user. */
export type User = { readonly userId: string; readonly name: string } & (
  | { readonly list: 'humanUsers'; readonly resource: Resource<EntryOf<'humanUsers'>> }
  | { readonly list: 'machineUsers'; readonly resource: Resource<EntryOf<'machineUsers'>> }
)

/**
 * The user of the first argument, and the organization.
 * @throws CommandError org_needed, not_found, ambiguous
 */
export async function userOf(call: Call): Promise<Org & User> {
  const org = await orgOf(call)
  return { ...org, ...(await findUser(org, word(call))) }
}

/**
 * A user by id, login name, user name or email address.
 * @throws CommandError not_found, ambiguous
 */
export async function findUser({ client, orgId }: Org, named: string): Promise<User> {
  const found = await usersCalled(client, named)
  // A login name is the user name and a domain of the organization.
  const [, userName, domain] = /^(.+)@([^@]+)$/.exec(named) ?? []
  const others =
    found.length > 0 || userName === undefined || domain === undefined || !(await hasDomain(client, domain))
      ? []
      : (await usersCalled(client, userName)).filter(({ resource }) => isCalled(resource.entry.user.userName, userName))
  return one([...found, ...others], ({ userId }) => userId, 'user', named, `symbolon users list --org ${orgId}`)
}

async function usersCalled(client: OrgClient, named: string): Promise<readonly User[]> {
  const query = { limit: 200, filter: { q: named } }
  const [people, machines] = await Promise.all([
    exactly(client.humanUsers.pages(query), ({ entry: { userId, user } }) => isNamed(named, userId, user.userName, user.email?.email)),
    exactly(client.machineUsers.pages(query), ({ entry: { userId, user } }) => isNamed(named, userId, user.userName)),
  ])
  return [...people.map(personFrom), ...machines.map(machineFrom)]
}

/** @returns a person as commands have it */
export function personFrom(resource: Resource<EntryOf<'humanUsers'>>): User {
  return { list: 'humanUsers', resource, ...namesIn(resource.entry) }
}

/** @returns a service user as commands have it */
export function machineFrom(resource: Resource<EntryOf<'machineUsers'>>): User {
  return { list: 'machineUsers', resource, ...namesIn(resource.entry) }
}

function namesIn({ userId, user }: EntryOf<'humanUsers'> | EntryOf<'machineUsers'>): Pick<User, 'name' | 'userId'> {
  return { userId, name: user.userName === '' ? userId : (user.userName ?? userId) }
}

async function hasDomain(client: OrgClient, domain: string): Promise<boolean> {
  return (await exactly(client.domains.pages({ limit: 200 }), ({ entry }) => isCalled(entry.domainName, domain))).length > 0
}

/**
 * The project of the first argument, and the organization.
 * @throws CommandError org_needed, not_found, ambiguous
 */
export async function projectOf(call: Call): Promise<Org & { readonly project: Resource<EntryOf<'projects'>> }> {
  const org = await orgOf(call)
  return { ...org, project: await findProject(org, word(call)) }
}

/** @throws CommandError not_found, ambiguous */
export async function findProject({ client, orgId }: Org, named: string): Promise<Resource<EntryOf<'projects'>>> {
  const found = await exactly(client.projects.pages({ limit: 200, filter: { q: named } }), ({ entry: { projectId, project } }) =>
    isNamed(named, projectId, project.name),
  )
  return one(found, ({ entry }) => entry.projectId, 'project', named, `symbolon projects list --org ${orgId}`)
}

/** @returns the id of a project: of the organization if there is one of this name, else what was typed, for a project that was granted to it */
export async function projectIdOf(org: Org, named: string): Promise<string> {
  return (await otherwise(findProject(org, named), undefined))?.entry.projectId ?? named
}

/** @returns what was found, or something else where there is no such object */
export async function otherwise<T, U>(found: Promise<T>, other: U): Promise<T | U> {
  try {
    return await found
  } catch (error) {
    if (error instanceof CommandError && error.code === 'not_found') return other
    throw error
  }
}

/**
 * An OpenID Connect identity provider of the place by id or name.
 * @throws CommandError not_found, ambiguous
 */
export async function findIdentityProvider({ client, option }: Place, named: string): Promise<Resource<EntryOf<'oidcIdps'>>> {
  const found = await exactly(client.oidcIdps.pages({ limit: 200 }), ({ entry: { idpId, idp } }) => isNamed(named, idpId, idp.name))
  return one(found, ({ entry }) => entry.idpId, 'identity provider', named, `symbolon idps list ${option}`)
}

/**
 * An identity provider that the login policy of the place may list, by id or name.
 * @throws CommandError not_found, ambiguous
 */
export async function offeredProvider(place: Place, named: string): Promise<IdentityProvider> {
  const found = (await place.offering()).filter(({ kind, idpId, name }) => kind === 'oidc' && isNamed(named, idpId, name))
  return one(found, ({ idpId }) => idpId, 'identity provider', named, `symbolon idps list ${place.option}`)
}

/** An application, or an API. */
export type App =
  | { readonly list: 'oidcApps'; readonly resource: Resource<EntryOf<'oidcApps'>> }
  | { readonly list: 'apiApps'; readonly resource: Resource<EntryOf<'apiApps'>> }

/**
 * The application of the first argument, and the organization.
 * @throws CommandError org_needed, not_found, ambiguous
 */
export async function appOf(call: Call): Promise<Org & App> {
  const org = await orgOf(call)
  return { ...org, ...(await findApp(org, word(call))) }
}

/**
 * An application by id, client id or name.
 * @throws CommandError not_found, ambiguous
 */
export async function findApp(org: Org, named: string): Promise<App> {
  const found = await appsCalled(org, named)
  return one(found, ({ resource }) => resource.entry.appId, 'application', named, `symbolon apps list --org ${org.orgId}`)
}

/** @returns the applications of this id, client id or name */
export async function appsCalled({ client }: Org, named: string): Promise<readonly App[]> {
  // Client ids are not searched for, so the whole list is read.
  const isMeant = ({ entry }: Resource<EntryOf<'oidcApps'> | EntryOf<'apiApps'>>): boolean =>
    entry.clientId === named || isNamed(named, entry.appId, entry.app.name)
  const [oidc, api] = await Promise.all([
    exactly(client.oidcApps.pages({ limit: 200 }), isMeant),
    exactly(client.apiApps.pages({ limit: 200 }), isMeant),
  ])
  return [...oidc.map((resource): App => ({ list: 'oidcApps', resource })), ...api.map((resource): App => ({ list: 'apiApps', resource }))]
}

async function exactly<R>(
  pages: AsyncIterable<{ readonly items: readonly R[] }>,
  isMeant: (resource: R) => boolean,
): Promise<readonly R[]> {
  const found: R[] = []
  for await (const { items } of pages) found.push(...items.filter(isMeant))
  return found
}

/** An id compares as it is, a name without regard to case. */
function isNamed(named: string, id: string, ...names: readonly (string | undefined)[]): boolean {
  return id === named || names.some((name) => isCalled(name, named))
}

function isCalled(name: string | undefined, named: string): boolean {
  return name !== undefined && name !== '' && name.toLowerCase() === named.toLowerCase()
}

/** An id takes precedence over a name that is the id of another object. */
function one<T>(found: readonly T[], idOf: (each: T) => string, kind: string, named: string, list: string): T {
  const [first, ...others] = found.some((each) => idOf(each) === named) ? found.filter((each) => idOf(each) === named) : found
  if (first === undefined)
    throw new CommandError('not_found', `There is no ${kind} ${named}, or you may not see it. \`${list}\` shows those that there are.`)
  if (others.length === 0) return first
  const ids = [first, ...others].map(idOf)
  throw new CommandError('ambiguous', `${named} is the name of ${ids.length} objects. Use an id: ${ids.slice(0, 5).join(', ')}.`, { ids })
}

/** @returns undefined for an object that is not there, or that the caller may not read */
export function absent(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 404) return
  throw error
}
