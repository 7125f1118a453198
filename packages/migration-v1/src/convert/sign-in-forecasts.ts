// The forecast of sign-ins that the file alone decides: as after an import with credentials into a new instance, which has neither a login
// policy nor identity providers. The rules equal the rules of the import.

import {
  defaultSignInRules,
  isActiveOrgState,
  linkOutlookOf,
  oidcProviderOutlook,
  signInRulesOf,
  SignInTally,
  wireUserState,
} from '@symbolon/schema-v2'
import type { DocumentOrg, ForecastPerson, HumanUser, OrganizationForecast, ProviderOutlook } from '@symbolon/schema-v2'
import { isKnownHash } from './known-hash.ts'

/** Learns from the pieces of a converted document, in their order. */
export interface SignInForecasts {
  add(piece: DocumentOrg): void
  /** @returns the forecast of each organization that has people */
  end(): readonly OrganizationForecast[]
}

/** A person without links. Most people of an organization share one of a few such objects, so that a person costs little memory. */
type Kind = Omit<ForecastPerson, 'links'>

interface Org {
  readonly orgId: string
  orgState?: DocumentOrg['orgState']
  loginPolicy?: DocumentOrg['loginPolicy']
  readonly people: Map<string, Kind>
  /** By user. */
  readonly links: Map<string, ForecastPerson['links'][number][]>
  /** The settings of OIDC providers; undefined for a provider that sends JWTs. */
  readonly providers: Map<string, unknown>
}

/** @returns a forecast without any people; the organization that is read is in memory: for each person its id */
export function createSignInForecasts(): SignInForecasts {
  const forecasts: OrganizationForecast[] = []
  const kinds = new Map<string, Kind>()
  let current: Org | undefined

  function kindOf({ state, user }: HumanUser): Kind {
    const hash = user.hashedPassword?.value
    const isRefused = hash !== undefined && !isKnownHash(hash)
    const hasPassword = !isRefused && (hash !== undefined || user.password !== undefined)
    const kind: Kind = { state: wireUserState(state), password: hasPassword, passkey: false, passwordRefused: isRefused }
    const name = `${kind.state} ${hasPassword} ${isRefused}`
    const known = kinds.get(name)
    if (known === undefined) kinds.set(name, kind)
    return known ?? kind
  }

  function link(org: Org, userId: string, idpId: string, issuer?: string): void {
    const links = org.links.get(userId) ?? []
    links.push({ idpId, ...(issuer === undefined ? {} : { issuer }) })
    org.links.set(userId, links)
  }

  function finish(): void {
    const forecast = current === undefined ? undefined : forecastOf(current)
    if (forecast !== undefined && forecast.people > 0) forecasts.push(forecast)
    current = undefined
  }

  return {
    add({ orgId, orgState, loginPolicy, humanUsers = [], userLinks = [], oidcIdps = [], jwtIdps = [] }) {
      if (current?.orgId !== orgId) finish()
      const org: Org = (current ??= { orgId, people: new Map(), links: new Map(), providers: new Map() })
      // Where an id occurs twice, an import takes the first object.
      if (orgState !== undefined) org.orgState ??= orgState
      if (loginPolicy !== undefined) org.loginPolicy ??= loginPolicy
      for (const person of humanUsers) {
        if (person.state === 'USER_STATE_DELETED') continue
        if (!org.people.has(person.userId)) org.people.set(person.userId, kindOf(person))
        for (const { configId } of person.user.idps ?? []) link(org, person.userId, configId)
      }
      for (const { userId, idpId, issuer, state } of userLinks) if (state !== 'STATE_REMOVED') link(org, userId, idpId, issuer)
      for (const { idpId, idp, state } of oidcIdps) if (state !== 'STATE_REMOVED') org.providers.set(idpId, idp)
      for (const { idpId, state } of jwtIdps) if (state !== 'STATE_REMOVED') org.providers.set(idpId, undefined)
    },
    end() {
      finish()
      return forecasts
    },
  }
}

function forecastOf({ orgId, orgState, loginPolicy, people, links, providers }: Org): OrganizationForecast | undefined {
  if (orgState === 'ORG_STATE_REMOVED') return undefined
  const rules = loginPolicy === undefined ? defaultSignInRules : signInRulesOf(loginPolicy)
  const listed = new Set(rules.idps)
  const outlooks = new Map<string, ProviderOutlook>()
  for (const [idpId, idp] of providers) {
    const situation = { isListed: listed.has(idpId), isOwnerActive: true, lacksSecret: false }
    outlooks.set(idpId, idp === undefined ? { outlook: 'not_usable' } : oidcProviderOutlook(idp, situation))
  }
  const tally = new SignInTally()
  const situation = {
    active: isActiveOrgState(orgState),
    rules,
    linkOutlook: (link: ForecastPerson['links'][number]) => linkOutlookOf(link, outlooks.get(link.idpId)),
  }
  const unlinked = new Map<Kind, number>()
  for (const [userId, kind] of people) {
    const held = links.get(userId)
    if (held === undefined) unlinked.set(kind, (unlinked.get(kind) ?? 0) + 1)
    else tally.count({ ...kind, links: held }, situation)
  }
  for (const [kind, times] of unlinked) tally.count({ ...kind, links: [] }, situation, times)
  return { orgId, ...tally.forecast() }
}
