// The client: the resources of an instance by their names.
import type { DocumentOrg, InstanceMember, InstanceSettings, OrgEntry } from '@symbolon/schema-v2'
import { collection, single } from './collection.ts'
import type { Change, Collection, CreatingCollection, Single } from './collection.ts'
import { trail } from './events.ts'
import type { Trail } from './events.ts'
import { identityProviderPresets, identityProviders } from './identity-providers.ts'
import type { IdentityProvider, IdentityProviderPreset } from './identity-providers.ts'
import { effectivePolicies } from './effective-policies.ts'
import type { EffectivePolicy } from './effective-policies.ts'
import { features, signingKeys } from './instance.ts'
import type { Features, SigningKeys } from './instance.ts'
import { listNames, textListNames } from './lists.ts'
import { invitations } from './invitations.ts'
import type { Invitations } from './invitations.ts'
import type { Created, EntryOf, GivenBy, IdOf, ListName, TextListName } from './lists.ts'
import { clientSecrets } from './secrets.ts'
import type { AddedSecret, AddSecretOptions, ClientSecret, SecretHolder } from './secrets.ts'
import { opener, pathOf, sender } from './send.ts'
import type { ClientOptions, Send } from './send.ts'
import { exportsOf, imports } from './transfers.ts'
import type { Exports, Imports } from './transfers.ts'
import { userClient } from './users.ts'
import type { Me, UserClient } from './users.ts'

/** The names of the policies of an organization. */
export type OrgPolicyName = 'domainPolicy' | 'labelPolicy' | 'lockoutPolicy' | 'loginPolicy' | 'passwordComplexityPolicy' | 'privacyPolicy'

/** The names of the policies of the instance. */
export type InstancePolicyName = Extract<keyof InstanceSettings, `${string}Policy`>

/** The lists of the instance. */
export type InstanceLists = {
  readonly oidcIdps: CreatingCollection<EntryOf<'oidcIdps'>, string, 'idpId'>
} & { readonly [L in TextListName]: Collection<EntryOf<L>, string, 'language'> }

/** The lists of an organization. */
export type OrgLists = {
  readonly [L in ListName]: L extends Created
    ? CreatingCollection<EntryOf<L>, IdOf<L>, GivenBy<L>>
    : Collection<EntryOf<L>, IdOf<L>, GivenBy<L>>
}

/** An organization. */
export interface OrgClient extends OrgLists {
  readonly policies: { readonly [P in OrgPolicyName]: Single<NonNullable<DocumentOrg[P]>> }
  /** Lists the effective policies: local and inherited ones, with their origin. */
  effectivePolicies(): Promise<readonly EffectivePolicy<OrgPolicyName>[]>
  /** The audit trail of the organization. */
  readonly events: Trail
  /** Lists the identity providers that the login policy of the organization may list, with their redirect URIs. */
  identityProviders(): Promise<readonly IdentityProvider[]>
  /** @throws TypeError for an id that no path can hold */
  user(userId: string): UserClient
  /**
   * Gives an application or a service user a new secret, which is made here. The one before it is no longer accepted.
   * @returns the change, with the secret. It can never be read again.
   */
  replaceSecret<L extends SecretHolder>(list: L, id: string): Promise<Change<EntryOf<L>> & { readonly clientSecret: string }>
  /** Adds a secret next to the present one. Two are valid at a time. */
  addSecret(list: SecretHolder, id: string, options?: AddSecretOptions): Promise<AddedSecret>
  /** Lists the secrets that are valid, without their values. */
  secrets(list: SecretHolder, id: string): Promise<readonly ClientSecret[]>
  removeSecret(list: SecretHolder, id: string, secretId: string): Promise<void>
}

/** A client of the management API. */
export interface Client {
  readonly orgs: CreatingCollection<OrgEntry, string, 'orgId'>
  /** @throws TypeError for an id that no path can hold */
  org(orgId: string): OrgClient
  /** Reads the user whose token the client sends. */
  me(): Promise<Me>
  /** The roles that other organizations offer to that user. */
  readonly invitations: Invitations
  /** The audit trail of the whole instance. */
  readonly events: Trail
  readonly instance: InstanceLists & {
    readonly members: Collection<InstanceMember, string, 'userId'>
    readonly policies: { readonly [P in InstancePolicyName]: Single<NonNullable<InstanceSettings[P]>> }
    /** Lists the policies that hold for organizations without their own. */
    effectivePolicies(): Promise<readonly EffectivePolicy<InstancePolicyName>[]>
    readonly features: Features
    readonly signingKeys: SigningKeys
  }
  /** Lists the identity providers of the instance and of all organizations. */
  identityProviders(): Promise<readonly IdentityProvider[]>
  /** Lists what is known of usual identity providers. */
  identityProviderPresets(): Promise<readonly IdentityProviderPreset[]>
  readonly imports: Imports
  readonly exports: Exports
  /** Sends any request of the API, e.g. one that a later version of the server has. */
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
const instancePolicies: Readonly<Record<InstancePolicyName, true>> = {
  ...orgPolicies,
  boundaryPolicy: true,
  passwordAgePolicy: true,
  securityPolicy: true,
}

/** @returns a client of the management API of a server */
export function createClient(options: ClientOptions): Client {
  const open = opener(options)
  const send = sender(open)
  const each = (names: object, make: (send: Send, path: string) => unknown, base: string): object =>
    Object.fromEntries(Object.keys(names).map((name) => [name, make(send, `${base}/${name}`)]))
  const client = {
    send,
    orgs: collection(send, '/orgs'),
    org: (orgId: string) => {
      const base = `/orgs${pathOf(orgId)}`
      return {
        ...each(listNames, collection, base),
        policies: each(orgPolicies, single, `${base}/policies`),
        effectivePolicies: effectivePolicies(send, `${base}/effectivePolicies`),
        events: trail(send, base),
        identityProviders: identityProviders(send, `${base}/identityProviders`),
        user: (userId: string) => userClient(send, `${base}/users${pathOf(userId)}`),
        replaceSecret: async (list: SecretHolder, id: string) => {
          const clientSecret = newSecret()
          return { ...(await collection(send, `${base}/${list}`).patch(id, { clientSecret })), clientSecret }
        },
        ...clientSecrets(send, base),
      }
    },
    me: async () => (await send({ method: 'GET', path: '/me' })).body,
    invitations: invitations(send),
    events: trail(send, ''),
    instance: {
      ...each({ oidcIdps: true, ...textListNames }, collection, '/instance'),
      members: collection(send, '/instance/members'),
      policies: each(instancePolicies, single, '/instance/policies'),
      effectivePolicies: effectivePolicies(send, '/instance/effectivePolicies'),
      features: features(send),
      signingKeys: signingKeys(send),
    },
    identityProviders: identityProviders(send, '/identityProviders'),
    identityProviderPresets: async () => await identityProviderPresets(send),
    imports: imports(send),
    exports: exportsOf(send, open),
  }
  // The operations are the same for all entries. The compiler cannot follow that.
  return client as unknown as Client
}

/** @returns 256 random bits in 43 characters */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes)).replaceAll(/[+/=]/g, (character) => ({ '+': '-', '/': '_' })[character] ?? '')
}
