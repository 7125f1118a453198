// Counts the users of an organization who are able to sign in, by method, and the others by reason. Reads the stored objects page by page, and in a
// dry run the changes of the document too.
import { defaultLoginPolicy, nameOfResource } from '@symbolon/core-protocol'
import type { DirectoryStore, PersonCredentials, PersonLink, ResourceReference, StoredResource } from '@symbolon/core-protocol'
import { may } from '@symbolon/permissions'
import type { Caller } from '@symbolon/permissions'
import { isActiveOrgState, isJsonObject, linkOutlookOf, oidcProviderOutlook, signInRulesOf, SignInTally } from '@symbolon/schema-v2'
import type { OrganizationSituation, ProviderOutlook, SignInForecast } from '@symbolon/schema-v2'
import type { PlannedPerson, PlannedSignIns } from './planned-sign-ins.ts'

/** The dependencies of a forecast. */
export interface ForecastContext {
  readonly caller: Caller
  readonly directory: Pick<DirectoryStore, 'find' | 'pageOfPeople'>
  readonly identityProvidersInCode: readonly string[]
  readonly planned: PlannedSignIns
  /** The identity providers whose client secret the import left out. */
  readonly withoutSecret: ReadonlySet<string>
  /** Called between two pages; it may throw to stop the forecast. */
  readonly rest: () => Promise<void>
}

/** The number of users of one page. */
const pageSize = 500

/** What is stored of organizations and their login policies, by name (`nameOfResource`). */
export type StoredFacts = ReadonlyMap<string, StoredResource>

/** Reads what the forecasts of some organizations share, at once. */
export async function readForecastFacts(orgIds: readonly string[], directory: Pick<DirectoryStore, 'find'>): Promise<StoredFacts> {
  const found = await directory.find([
    { kind: 'instancePolicy', key: ['loginPolicy'] },
    ...orgIds.flatMap((orgId) => [{ kind: 'org', key: [orgId] } as const, { kind: 'orgPolicy', key: [orgId, 'loginPolicy'] } as const]),
  ])
  return new Map(found.map((resource) => [nameOfResource(resource), resource]))
}

/**
 * Reads the people of an organization.
 * @returns undefined for an organization that does not exist, or whose users the caller may not read
 */
export async function signInForecast(orgId: string, given: ForecastContext, facts?: StoredFacts): Promise<SignInForecast | undefined> {
  const context = { ...given, facts: facts ?? (await readForecastFacts([orgId], given.directory)) }
  const { directory, planned, rest, caller } = context
  if (may(caller, 'list', 'humanUser', { orgId }) !== undefined) return undefined
  const org = await read({ kind: 'org', key: [orgId] }, context)
  if (org === undefined) return undefined
  const readPolicy = await policyReader(orgId, context)
  const withIssuers = issuersBefore(context)
  const active = isActiveOrgState(org.content['orgState'])
  const tally = new SignInTally()
  const countAll = async (people: readonly PersonCredentials[]): Promise<void> => {
    const situation = { active, ...(await readPolicy(people)) }
    for (const { passkeys, ...person } of people) {
      const passwordRefused = planned.isPasswordRefused(person.userId)
      tally.count({ ...person, passkey: passkeys.length > 0, passwordRefused }, situation)
    }
  }
  const changed = planned.peopleOf(orgId)
  const seen = new Set<string>()
  let from: string | undefined
  do {
    const { people, next } = await directory.pageOfPeople(orgId, pageSize, from)
    const stored = await withIssuers(people)
    const page = stored.map((person) => merged(person, changed.get(person.userId) ?? {})).filter((person) => person !== undefined)
    if (changed.size > 0) for (const { userId } of people) seen.add(userId)
    await countAll(page)
    await rest()
    from = next
  } while (from !== undefined)
  let created: PersonCredentials[] = []
  for (const [userId, person] of changed) {
    if (seen.has(userId) || person.state === undefined) continue
    const whole = merged({ userId, state: person.state, password: false, passkeys: [], links: [] }, person)
    if (whole === undefined) continue
    created.push(whole)
    if (created.length < pageSize) continue
    await countAll(created)
    await rest()
    created = []
  }
  await countAll(created)
  return tally.forecast()
}

/** @returns the person with what the document changes; undefined if it removes the person */
function merged(
  person: PersonCredentials,
  { removed, state, password, passkeys = [], links = [] }: PlannedPerson,
): PersonCredentials | undefined {
  if (removed === true) return undefined
  const ofPerson = new Set(person.passkeys)
  for (const { credentialId, isSole } of passkeys) {
    if (isSole) ofPerson.add(credentialId)
    else ofPerson.delete(credentialId)
  }
  const linkOf = ({ idpId, providedUserId }: PersonLink): string => JSON.stringify([idpId, providedUserId])
  const linked = new Map(person.links.map((link) => [linkOf(link), link]))
  for (const { isRemoved = false, ...link } of links) {
    if (isRemoved) linked.delete(linkOf(link))
    else linked.set(linkOf(link), link)
  }
  return {
    ...person,
    ...(state === undefined ? {} : { state }),
    ...(password === undefined ? {} : { password }),
    passkeys: [...ofPerson],
    links: [...linked.values()],
  }
}

/**
 * @returns gives links without an issuer the one that they have had so far, where a dry run changes the provider: the storage does so when it changes
 *   a provider
 */
function issuersBefore(context: Context): (people: readonly PersonCredentials[]) => Promise<readonly PersonCredentials[]> {
  const { planned, directory } = context
  const known = new Map<string, string | undefined>()
  const issuerOf = async (idpId: string): Promise<string | undefined> => {
    const changed = providersOf(idpId).find((reference) => planned.object(nameOfResource(reference)) !== undefined)
    const [stored] = changed === undefined ? [] : await directory.find([changed])
    const idp = stored?.content['idp']
    return isJsonObject(idp) && typeof idp['issuer'] === 'string' ? idp['issuer'] : undefined
  }
  return async (people) => {
    for (const { links } of people) {
      for (const { idpId, issuer } of links) if (issuer === undefined && !known.has(idpId)) known.set(idpId, await issuerOf(idpId))
    }
    return people.map((person) => {
      const links = person.links.map((link) => {
        const issuer = link.issuer ?? known.get(link.idpId)
        return issuer === undefined ? link : { ...link, issuer }
      })
      return { ...person, links }
    })
  }
}

/** The providers with an id, of which there is one at most. */
function providersOf(idpId: string): readonly ResourceReference[] {
  return (['instanceOidcIdp', 'oidcIdp', 'jwtIdp'] as const).map((kind) => ({ kind, key: [idpId] }))
}

interface ReadObject {
  readonly orgId?: string | undefined
  readonly content: Readonly<Record<string, unknown>>
  readonly hasSecret: boolean
}

type Context = ForecastContext & { readonly facts: StoredFacts }

/** The kinds that `readForecastFacts` reads. */
const ofFacts: ReadonlySet<ResourceReference['kind']> = new Set(['org', 'orgPolicy', 'instancePolicy'])

async function read(reference: ResourceReference, { directory, planned, facts }: Context): Promise<ReadObject | undefined> {
  const name = nameOfResource(reference)
  const change = planned.object(name)
  if (change !== undefined) return change ?? undefined
  const stored = facts.get(name) ?? (ofFacts.has(reference.kind) ? undefined : (await directory.find([reference]))[0])
  return stored === undefined ? undefined : { ...stored, hasSecret: stored.secrets?.sealedIdpSecret !== undefined }
}

/** The login policy that applies, and what links to identity providers lead to under it. */
async function policyReader(
  orgId: string,
  context: Context,
): Promise<(people: readonly PersonCredentials[]) => Promise<Omit<OrganizationSituation, 'active'>>> {
  const ofOrg = await read({ kind: 'orgPolicy', key: [orgId, 'loginPolicy'] }, context)
  const policy = ofOrg ?? (await read({ kind: 'instancePolicy', key: ['loginPolicy'] }, context))
  const rules = policy === undefined ? defaultLoginPolicy : signInRulesOf(policy.content)
  const place: PolicyPlace = { orgId, isOfOrganization: ofOrg !== undefined, listed: new Set(rules.idps) }
  const known = new Map<string, ProviderOutlook>()
  return async (people) => {
    for (const { links } of people) {
      for (const { idpId } of links) {
        if (!known.has(idpId)) known.set(idpId, await providerOutlook(idpId, place, context))
      }
    }
    return { rules, linkOutlook: (link) => linkOutlookOf(link, known.get(link.idpId)) }
  }
}

interface PolicyPlace {
  readonly orgId: string
  readonly isOfOrganization: boolean
  readonly listed: ReadonlySet<string>
}

async function providerOutlook(idpId: string, place: PolicyPlace, context: Context): Promise<ProviderOutlook> {
  const { isOfOrganization, listed, orgId } = place
  if (context.identityProvidersInCode.includes(idpId)) {
    // A provider in code belongs to the instance, whose policy admits it without naming it.
    return { outlook: !isOfOrganization || listed.has(idpId) ? 'admitted' : 'not_allowed' }
  }
  const ofInstance = await read({ kind: 'instanceOidcIdp', key: [idpId] }, context)
  const oidc = ofInstance ?? (await read({ kind: 'oidcIdp', key: [idpId] }, context))
  if (oidc === undefined) {
    if (providersOf(idpId).some((reference) => context.planned.object(nameOfResource(reference)) === null)) return { outlook: 'removed' }
    const jwt = await read({ kind: 'jwtIdp', key: [idpId] }, context)
    return { outlook: jwt?.orgId === orgId ? 'not_usable' : 'missing' }
  }
  const isOwn = ofInstance !== undefined || oidc.orgId === orgId
  // A provider of another organization is one that does not exist, unless the policy of the instance lists it.
  if (!isOwn && (isOfOrganization || !listed.has(idpId))) return { outlook: 'missing' }
  const owner = isOwn ? undefined : await readOwner(oidc.orgId ?? '', context)
  return oidcProviderOutlook(oidc.content['idp'], {
    isListed: listed.has(idpId),
    isOwnerActive: owner === undefined || isActiveOrgState(owner.content['orgState']),
    lacksSecret: context.withoutSecret.has(idpId) && !oidc.hasSecret,
  })
}

/** The organization of a provider that the policy of the instance lists. */
async function readOwner(orgId: string, context: Context): Promise<ReadObject | undefined> {
  return await read({ kind: 'org', key: [orgId] }, { ...context, facts: await readForecastFacts([orgId], context.directory) })
}
