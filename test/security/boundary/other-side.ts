// What the other side of the boundary has and sees: every object of the other organizations and of the instance, with its secrets, and the
// answers to their users and applications.
import { nameOfResource, resourceKeys } from '@symbolon/core-protocol'
import type { Resource, ResourceKind } from '@symbolon/core-protocol'
import { canonicalJson } from '@symbolon/schema-v2'
import type { OrgDocument } from '@symbolon/schema-v2'
import { clientSecret } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { authorizationUrl, authorize, basicHeader, codeOf, redeem, userinfoOf } from '../../support/code-flow.ts'
import type { TestProvider } from '../../support/provider.ts'
import { password } from './world.ts'
import type { World } from './world.ts'

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

/** @returns what users, administrators and applications of globex get: sign-in, claims, introspection, policies, mails and limits */
export async function answers(world: World): Promise<unknown> {
  const { provider } = world
  const { policies, identityProviders } = provider.storage.stores
  return {
    ...(await signInAnswers(provider)),
    login: await policies?.findLoginPolicy('globex'),
    password: await policies?.findPasswordPolicy('globex'),
    branding: await policies?.findBranding('globex'),
    providers: await identityProviders?.listOfPolicy('globex'),
    mails: await mailsOfRecovery(world),
    limits: await limitsOf(world),
  }
}

const member = { loginName: 'member@globex.example', password }

async function signInAnswers(provider: TestProvider): Promise<Readonly<Record<string, unknown>>> {
  const scope = 'openid profile email phone address urn:symbolon:iam:user:metadata'
  const fields = { client_id: 'globex|web', scope }
  const wrong = await authorize(provider, fields, provider.newUserAgent(), { ...member, password: 'another password' })
  const page = await authorize(provider, fields, provider.newUserAgent(), member)
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
  return { wrong: withoutSecrets(wrong.text), status, claims, introspected: facts }
}

/** The mails that wait, and then what a member who forgot the password gets. */
async function mailsOfRecovery({ mails, provider }: World): Promise<unknown> {
  const before = await mails()
  const userAgent = provider.newUserAgent()
  const typed = await userAgent.submit(await userAgent.get(authorizationUrl(provider, { client_id: 'globex|web' })), member)
  const request = typed.url.searchParams.get('request') ?? ''
  const start = await userAgent.get(`${provider.issuer}/ui/login/recovery?request=${request}`)
  await userAgent.submit(start, { loginName: member.loginName })
  const sent = await mails()
  assert.equal(sent.length, 1)
  // One user gets few mails an hour.
  provider.clock.advance(secondsToNextMail)
  return {
    toGlobex: before.filter(({ to }) => to.address.endsWith('@globex.example')),
    recovery: sent.map(({ to, subject, text }) => [to.address, subject, withoutSecrets(text)]),
  }
}

const secondsToNextMail = 3600

/** Whether the owner of globex can create objects of the kinds that have quotas, and remove them. */
async function limitsOf({ byGlobex }: World): Promise<unknown> {
  created += 1
  const id = `globex|probe-${created}`
  const some = (state?: 'STATE_REMOVED', userState?: 'USER_STATE_DELETED'): OrgDocument => ({
    orgs: [
      {
        orgId: 'globex',
        humanUsers: [{ userId: id, user: { userName: 'probe', profile: { firstName: 'P', lastName: 'Robe' } }, ...of(userState) }],
        userMetadata: [{ id: 'globex|plain', key: 'probe', value: 'cHJvYmU=', ...of(state) }],
        projects: [{ projectId: id, project: { name: 'Probe' }, ...of(state) }],
        projectRoles: [{ projectId: 'globex|project', roleKey: 'probe', ...of(state) }],
        apiApps: [{ appId: `${id}-api`, clientId: `${id}-api`, app: { projectId: 'globex|project', name: 'Probe' }, ...of(state) }],
      },
    ],
  })
  const entries = [...(await byGlobex(some())), ...(await byGlobex(some('STATE_REMOVED', 'USER_STATE_DELETED')))]
  return entries.map(({ kind, action, reason }) => [kind, action, reason])
}

/** Ids are never given again. */
let created = 0

function of<S>(state: S | undefined): { readonly state: S } | undefined {
  return state === undefined ? undefined : { state }
}

/** Codes, tokens and ids of requests differ each time. */
function withoutSecrets(text: string): string {
  return text.replaceAll(/[\w-]{20,}|\b[A-Z\d]{6,}\b/g, '…')
}
