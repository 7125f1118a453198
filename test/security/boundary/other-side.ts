// What the other side of the boundary has and sees: every object of the other organizations and of the instance, with its secrets, and the
// answers to their users and applications.
import { nameOfResource, resourceKeys } from '@symbolon/core-protocol'
import type { Resource, ResourceKind } from '@symbolon/core-protocol'
import { canonicalJson } from '@symbolon/schema-v2'
import { clientSecret } from '@symbolon/test-kit'
import { authorize, basicHeader, codeOf, redeem, userinfoOf } from '../../support/code-flow.ts'
import type { TestProvider } from '../../support/provider.ts'
import { password } from './world.ts'

const kinds = Object.keys(resourceKeys) as readonly ResourceKind[]

/** Whose an object is. `owner`: what proves the identity of the owner of the instance, and is sent proofs. */
export type Side = 'globex' | 'sys' | 'instance' | 'owner'

/** An object of the other side that is not what it was. */
export interface Difference {
  readonly side: Side
  readonly kind: ResourceKind | 'proofs'
  readonly name: string
}

/** The objects of the other side by name, as text. */
export type Snapshot = ReadonlyMap<string, Omit<Difference, 'name'> & { readonly text: string }>

/** @returns every object that does not belong to acme */
export async function snapshot({ storage }: TestProvider): Promise<Snapshot> {
  const { directory } = storage.stores
  if (directory === undefined) throw new Error('no directory')
  const found = new Map<string, Omit<Difference, 'name'> & { readonly text: string }>()
  const add = (side: Side, resource: Resource): void => {
    const { kind, content, secrets = {} } = resource
    found.set(nameOfResource(resource), { side, kind, text: canonicalJson([content, { ...secrets }]) })
  }
  for (const kind of kinds) {
    for (const side of ['globex', 'sys'] as const) for (const resource of await directory.list(kind, side)) add(side, resource)
    for (const resource of await directory.list(kind, undefined)) {
      const owner = resource.kind === 'org' ? resource.key[0] : resource.orgId
      if (owner === undefined) add('instance', resource)
      else if (owner === 'globex' || owner === 'sys') add(owner, resource)
    }
  }
  const [owner] = await directory.find([{ kind: 'humanUser', key: ['sys|owner'] }])
  const { userName, email, phone } = (owner?.content['user'] ?? {}) as Readonly<Record<string, unknown>>
  const proofs = canonicalJson([userName ?? null, email ?? null, phone ?? null, owner?.content['state'] ?? null, { ...owner?.secrets }])
  found.set('proofs of sys|owner', { side: 'owner', kind: 'proofs', text: proofs })
  return found
}

/** @returns what was added, removed or changed */
export function differences(before: Snapshot, after: Snapshot): readonly Difference[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)]
    const known = was ?? is
    return known === undefined || was?.text === is?.text ? [] : [{ name, side: known.side, kind: known.kind }]
  })
}

/** @returns what users and applications of globex get: sign-in, claims, introspection, policies and texts */
export async function answers(provider: TestProvider): Promise<unknown> {
  const page = await authorize(
    provider,
    { client_id: 'globex|web', scope: 'openid profile email phone address urn:symbolon:iam:user:metadata' },
    provider.newUserAgent(),
    { loginName: 'member@globex.example', password },
  )
  const { status, body } = await redeem(provider, codeOf(page), {}, { authorization: basicHeader('globex|web', clientSecret) })
  const { body: claims } = await userinfoOf(provider, body['access_token'])
  const token = String(body['access_token'])
  const introspected = await provider.fetch(
    new Request(`${provider.issuer}/oauth/v2/introspect`, {
      method: 'POST',
      headers: { authorization: basicHeader('globex|api', clientSecret), 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token }),
    }),
  )
  const { iat: _iat, exp: _exp, jti: _jti, nbf: _nbf, auth_time: _at, ...facts } = (await introspected.json()) as Record<string, unknown>
  const { policies, identityProviders } = provider.storage.stores
  return {
    status,
    claims,
    introspected: facts,
    login: await policies?.findLoginPolicy('globex'),
    password: await policies?.findPasswordPolicy('globex'),
    branding: await policies?.findBranding('globex'),
    providers: await identityProviders?.listOfPolicy('globex'),
  }
}
