// How many people of an organization are able to sign in, by what, and why the others are not: read from what is stored, page by page, and in a
// dry run from what the document would change, too.
import { nameOfResource, signInRulesOf } from '@symbolon/core-protocol'
import type { DirectoryStore, PersonCredentials, ResourceReference, StoredResource } from '@symbolon/core-protocol'
import { may } from '@symbolon/permissions'
import type { Caller } from '@symbolon/permissions'
import { isJsonObject } from '@symbolon/schema-v2'
import type { PlannedPerson, PlannedSignIns } from './planned-sign-ins.ts'
import { signInOutlook } from './sign-in-outlook.ts'
import type { ForecastPerson, LinkOutlook, OrganizationSituation, SignInReason, SignInWay } from './sign-in-outlook.ts'

/** How many people are able to sign in. A person with several ways counts in each of them. */
export interface SignInForecast<TWay extends string = SignInWay, TReason extends string = SignInReason> {
  readonly people: number
  readonly able: number
  readonly unable: number
  readonly by: Counted<TWay>
  readonly reasons: Counted<TReason>
}

type Counted<TName extends string> = Readonly<Partial<Record<TName, number>>>

/** What a forecast needs. */
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
  const tally = new Tally()
  const changed = planned.peopleOf(orgId)
  const seen = new Set<string>()
  let from: string | undefined
  do {
    const { people, next } = await directory.pageOfPeople(orgId, pageSize, from)
    const page = people.flatMap((person) => merged(person, changed.get(person.userId)))
    if (changed.size > 0) for (const { userId } of people) seen.add(userId)
    await tally.countAll(page, isActive(org.content['orgState']), readPolicy, planned)
    await rest()
    from = next
  } while (from !== undefined)
  let created: PersonCredentials[] = []
  for (const [userId, person] of changed) {
    if (seen.has(userId) || person.removed === true || person.state === undefined) continue
    created.push({ userId, state: person.state, password: false, passkey: false, links: [], ...present(person) })
    if (created.length < pageSize) continue
    await tally.countAll(created, isActive(org.content['orgState']), readPolicy, planned)
    await rest()
    created = []
  }
  await tally.countAll(created, isActive(org.content['orgState']), readPolicy, planned)
  return tally.forecast()
}

/** @returns the sum of two forecasts */
export function addForecasts<TWay extends string, TReason extends string>(
  one: SignInForecast<TWay, TReason>,
  other: SignInForecast<TWay, TReason>,
): SignInForecast<TWay, TReason> {
  return {
    people: one.people + other.people,
    able: one.able + other.able,
    unable: one.unable + other.unable,
    by: added(one.by, other.by),
    reasons: added(one.reasons, other.reasons),
  }
}

/** The forecast without any people. */
export const noForecast: SignInForecast = { people: 0, able: 0, unable: 0, by: {}, reasons: {} }

function added<TName extends string>(one: Counted<TName>, other: Counted<TName>): Counted<TName> {
  const sum: Partial<Record<TName, number>> = { ...one }
  for (const name of Object.keys(other) as TName[]) sum[name] = (one[name] ?? 0) + (other[name] ?? 0)
  return sum
}

class Tally {
  #people = 0
  #able = 0
  readonly #by: Partial<Record<SignInWay, number>> = {}
  readonly #reasons: Partial<Record<SignInReason, number>> = {}

  async countAll(
    people: readonly PersonCredentials[],
    active: boolean,
    readPolicy: (people: readonly PersonCredentials[]) => Promise<Omit<OrganizationSituation, 'active'>>,
    planned: PlannedSignIns,
  ): Promise<void> {
    if (people.length === 0) return
    const situation = { active, ...(await readPolicy(people)) }
    for (const person of people) {
      const known: ForecastPerson = { ...person, passwordRefused: planned.isPasswordRefused(person.userId) }
      const outlook = signInOutlook(known, situation)
      this.#people += 1
      if ('reason' in outlook) {
        this.#reasons[outlook.reason] = (this.#reasons[outlook.reason] ?? 0) + 1
        continue
      }
      this.#able += 1
      for (const way of outlook.ways) this.#by[way] = (this.#by[way] ?? 0) + 1
    }
  }

  forecast(): SignInForecast {
    return { people: this.#people, able: this.#able, unable: this.#people - this.#able, by: this.#by, reasons: this.#reasons }
  }
}

/** What the document changes of a person who is stored. */
function merged(person: PersonCredentials, change: PlannedPerson | undefined): readonly PersonCredentials[] {
  if (change === undefined) return [person]
  if (change.removed === true) return []
  return [{ ...person, ...present(change), links: [...person.links, ...(change.links ?? [])] }]
}

function present({ state, password, passkey, links }: PlannedPerson): Partial<PersonCredentials> {
  return {
    ...(state === undefined ? {} : { state }),
    ...(password === undefined ? {} : { password }),
    ...(passkey === undefined ? {} : { passkey }),
    ...(links === undefined ? {} : { links }),
  }
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

/** As `isActive` of the storage reads the state of an organization. */
function isActive(state: unknown): boolean {
  return state === undefined || state === 'ORG_STATE_ACTIVE' || state === 'ORG_STATE_UNSPECIFIED'
}

/** The login policy that applies, and what links to identity providers lead to under it. */
async function policyReader(
  orgId: string,
  context: Context,
): Promise<(people: readonly PersonCredentials[]) => Promise<Omit<OrganizationSituation, 'active'>>> {
  const ofOrg = await read({ kind: 'orgPolicy', key: [orgId, 'loginPolicy'] }, context)
  const policy = ofOrg ?? (await read({ kind: 'instancePolicy', key: ['loginPolicy'] }, context))
  const rules = signInRulesOf(policy?.content)
  const place: PolicyPlace = { orgId, isOfOrganization: ofOrg !== undefined, listed: new Set(rules.idps) }
  const known = new Map<string, ProviderOutlook>()
  return async (people) => {
    for (const { links } of people) {
      for (const { idpId } of links) {
        if (!known.has(idpId)) known.set(idpId, await providerOutlook(idpId, place, context))
      }
    }
    const linkOutlook: OrganizationSituation['linkOutlook'] = ({ idpId, issuer }) => {
      const { outlook, issuer: current } = known.get(idpId) ?? { outlook: 'missing' }
      const isOther = issuer !== undefined && current !== undefined && issuer !== current
      return isOther && outlook !== 'missing' ? 'not_usable' : outlook
    }
    return { rules, linkOutlook }
  }
}

interface PolicyPlace {
  readonly orgId: string
  readonly isOfOrganization: boolean
  readonly listed: ReadonlySet<string>
}

interface ProviderOutlook {
  readonly outlook: LinkOutlook
  readonly issuer?: string
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
    const jwt = await read({ kind: 'jwtIdp', key: [idpId] }, context)
    return { outlook: jwt?.orgId === orgId ? 'not_usable' : 'missing' }
  }
  const { issuer, clientId } = isJsonObject(oidc.content['idp']) ? oidc.content['idp'] : {}
  const isOwn = ofInstance !== undefined || oidc.orgId === orgId
  // A provider of another organization is one that does not exist, unless the policy of the instance lists it.
  if (!isOwn && (isOfOrganization || !listed.has(idpId))) return { outlook: 'missing' }
  if (!listed.has(idpId)) return { outlook: 'not_allowed' }
  const owner = ofInstance === undefined && !isOwn ? await readOwner(oidc.orgId ?? '', context) : undefined
  const isUsable = typeof issuer === 'string' && URL.canParse(issuer) && typeof clientId === 'string' && clientId !== ''
  if (!isUsable || (owner !== undefined && !isActive(owner.content['orgState']))) return { outlook: 'not_usable' }
  const lacksSecret = context.withoutSecret.has(idpId) && !oidc.hasSecret
  return { outlook: lacksSecret ? 'without_secret' : 'admitted', issuer }
}

/** The organization of a provider that the policy of the instance lists. */
async function readOwner(orgId: string, context: Context): Promise<ReadObject | undefined> {
  return await read({ kind: 'org', key: [orgId] }, { ...context, facts: await readForecastFacts([orgId], context.directory) })
}
