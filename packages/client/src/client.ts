// The client: the resources of an instance by their names.
import type { DocumentOrg, InstanceMember, InstanceSettings, OrgEntry } from '@symbolon/schema-v2'
import { collection, single } from './collection.ts'
import type { Collection, CreatingCollection, Single } from './collection.ts'
import { listNames } from './lists.ts'
import type { Created, EntryOf, GivenBy, IdOf, ListName } from './lists.ts'
import { pathOf, sender } from './send.ts'
import type { ClientOptions, Send } from './send.ts'

/** The names of the policies of an organization. */
export type OrgPolicyName = 'domainPolicy' | 'labelPolicy' | 'lockoutPolicy' | 'loginPolicy' | 'passwordComplexityPolicy' | 'privacyPolicy'

/** The names of the policies of the instance. */
export type InstancePolicyName = Exclude<keyof InstanceSettings, 'defaultLanguage' | 'allowedLanguages'>

/** The lists of an organization. */
export type OrgLists = {
  readonly [L in ListName]: L extends Created
    ? CreatingCollection<EntryOf<L>, IdOf<L>, GivenBy<L>>
    : Collection<EntryOf<L>, IdOf<L>, GivenBy<L>>
}

/** An organization. */
export interface OrgClient extends OrgLists {
  readonly policies: { readonly [P in OrgPolicyName]: Single<NonNullable<DocumentOrg[P]>> }
}

/** A client of the management API. */
export interface Client {
  readonly orgs: CreatingCollection<OrgEntry, string, 'orgId'>
  /** @throws TypeError for an id that no path can hold */
  org(orgId: string): OrgClient
  readonly instance: {
    readonly members: Collection<InstanceMember, string, 'userId'>
    readonly policies: { readonly [P in InstancePolicyName]: Single<NonNullable<InstanceSettings[P]>> }
  }
  /** Sends any request of the API, for operations that have no function here. */
  readonly send: Send
}

const orgPolicies: Readonly<Record<OrgPolicyName, true>> = {
  domainPolicy: true,
  labelPolicy: true,
  lockoutPolicy: true,
  loginPolicy: true,
  passwordComplexityPolicy: true,
  privacyPolicy: true,
}
const instancePolicies: Readonly<Record<InstancePolicyName, true>> = { ...orgPolicies, passwordAgePolicy: true, securityPolicy: true }

/** @returns a client of the management API of a server */
export function createClient(options: ClientOptions): Client {
  const send = sender(options)
  const each = (names: object, make: (send: Send, path: string) => unknown, base: string): object =>
    Object.fromEntries(Object.keys(names).map((name) => [name, make(send, `${base}/${name}`)]))
  const client = {
    send,
    orgs: collection(send, '/orgs'),
    org: (orgId: string) => {
      const base = `/orgs${pathOf(orgId)}`
      return { ...each(listNames, collection, base), policies: each(orgPolicies, single, `${base}/policies`) }
    },
    instance: {
      members: collection(send, '/instance/members'),
      policies: each(instancePolicies, single, '/instance/policies'),
    },
  }
  // The operations are the same for all entries. The compiler cannot follow that.
  return client as unknown as Client
}
