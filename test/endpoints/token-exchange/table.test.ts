// The table of the interface, cell by cell: every token under every type as subject, with every actor, for every requested type;
// and each of these that is allowed with the setting on and off, with the role and without, and for every way in which a client
// proves itself. What has to come out is read from the table's own words. https://www.rfc-editor.org/rfc/rfc8693#section-3
import { bob, generateClientKey } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { signJws } from '../../support/jws.ts'
import {
  exchange,
  exchangeGrant,
  methods,
  patOf,
  setFeature,
  setImpersonation,
  startExchanging,
  tokensOf,
  types,
} from '../../support/exchanging.ts'
import type { ClientId } from '../../support/exchanging.ts'
import type { TestProvider } from '../../support/provider.ts'
import { signedIn } from '../../support/signed-in.ts'
import type { SignedIn } from '../../support/signed-in.ts'

const notAllowed = 'not allowed'
const signedOnlyWithActor = 'JWT signed by the client, only together with actor_token'
const userIdOnlyWithActor = 'user id string, only together with actor_token'

/** As the interface has it. */
const table = [
  { identifier: types.accessToken, subject: 'JWT or opaque', actor: 'JWT or opaque', requested: 'opaque only' },
  { identifier: types.refreshToken, subject: notAllowed, actor: notAllowed, requested: notAllowed },
  { identifier: types.idToken, subject: 'allowed', actor: 'allowed', requested: 'allowed' },
  { identifier: types.jwt, subject: signedOnlyWithActor, actor: notAllowed, requested: 'access token as JWT' },
  { identifier: types.userId, subject: userIdOnlyWithActor, actor: notAllowed, requested: notAllowed },
  { identifier: 'urn:zitadel:params:oauth:token-type:user_id', subject: userIdOnlyWithActor, actor: notAllowed, requested: notAllowed },
  // What the table does not have.
  { identifier: 'urn:ietf:params:oauth:token-type:saml2', subject: notAllowed, actor: notAllowed, requested: notAllowed },
  { identifier: 'constructor', subject: notAllowed, actor: notAllowed, requested: notAllowed },
] as const
type Row = (typeof table)[number]

const kinds = ['opaque', 'JWT', 'personal', 'ID token', 'refresh token', 'signed by the client', 'user id'] as const
type Kind = (typeof kinds)[number]

/** Which tokens each type is the type of. */
function fits(kind: Kind, words: string): boolean {
  switch (words) {
    case 'JWT or opaque':
      return kind === 'opaque' || kind === 'JWT' || kind === 'personal'
    case 'allowed':
      return kind === 'ID token'
    case signedOnlyWithActor:
      return kind === 'signed by the client'
    case userIdOnlyWithActor:
      return kind === 'user id'
    default:
      return false
  }
}

const keys: ClientKeyPair[] = []
const presented = new Map<string, string>()
let provider: TestProvider

before(async () => {
  keys.push(await generateClientKey('the-key', 'ES256'))
  provider = await startExchanging({}, keys)
  const people: Readonly<Record<string, SignedIn>> = { alice: await signedIn(provider), bob: await signedIn(provider, bob) }
  for (const [who, user] of Object.entries(people)) {
    presented.set(`${who} JWT`, String((await tokensOf(provider, user, 'jwt'))['access_token']))
    for (const client of methods) {
      const tokens = await tokensOf(provider, user, client, 'openid offline_access', keys)
      presented.set(`${who} opaque ${client}`, String(tokens['access_token']))
      presented.set(`${who} ID token ${client}`, String(tokens['id_token']))
      presented.set(`${who} refresh token ${client}`, String(tokens['refresh_token']))
    }
  }
})
after(async () => await provider.close())

/** Alice's as subject, Bob's as actor; personal access tokens are a service user's. */
async function tokenOf(who: 'alice' | 'bob', kind: Kind, client: ClientId): Promise<string> {
  if (kind === 'personal') return patOf(who === 'alice' ? 'without-role' : 'end-user-impersonator')
  if (kind === 'user id') return who
  if (kind === 'signed by the client') return await signed(who)
  return presented.get(kind === 'JWT' ? `${who} JWT` : `${who} ${kind} ${client}`) ?? assert.fail(`${who} ${kind} ${client}`)
}

/** Every one of them by the key of the client `key`, which is the only one that has one. */
async function signed(sub: string): Promise<string> {
  const now = Math.floor(provider.clock.now() / 1000)
  const [key] = keys
  assert.ok(key !== undefined)
  return await signJws({ alg: 'ES256', kid: key.id }, { iss: 'key', sub, aud: provider.issuer, iat: now, exp: now + 60 }, key.privateKey)
}

interface Cell {
  readonly subject: Row
  readonly subjectKind: Kind
  readonly actor: Row | undefined
  readonly actorKind: Kind | undefined
  readonly requested: Row | undefined
}

type Outcome = 'opaque access token' | 'JWT access token' | 'ID token' | 'invalid_request'

function expected({ subject, subjectKind, actor, actorKind, requested }: Cell): Outcome {
  if (!fits(subjectKind, subject.subject)) return 'invalid_request'
  if (actor === undefined && subject.subject.includes('only together with actor_token')) return 'invalid_request'
  if (actor !== undefined && (actorKind === undefined || !fits(actorKind, actor.actor))) return 'invalid_request'
  switch (requested?.requested) {
    // "defaults to access token"
    case undefined:
    case 'opaque only':
      return 'opaque access token'
    case 'access token as JWT':
      return 'JWT access token'
    case 'allowed':
      return 'ID token'
    default:
      return 'invalid_request'
  }
}

async function ask(cell: Cell, client: ClientId): Promise<{ readonly outcome: string; readonly body: Readonly<Record<string, unknown>> }> {
  const { status, body } = await exchange(
    provider,
    {
      subject_token: await tokenOf('alice', cell.subjectKind, client),
      subject_token_type: cell.subject.identifier,
      actor_token: cell.actorKind === undefined ? undefined : await tokenOf('bob', cell.actorKind, client),
      actor_token_type: cell.actor?.identifier,
      requested_token_type: cell.requested?.identifier,
    },
    client,
    keys,
  )
  if (status !== 200) return { outcome: String(body['error']), body }
  assert.equal(body['issued_token_type'], cell.requested?.identifier ?? types.accessToken)
  return { outcome: formOf(body), body }
}

/** By the token itself, not by what the answer calls it; then that both agree. */
function formOf(body: Readonly<Record<string, unknown>>): string {
  const token = String(body['access_token'])
  const type = token.startsWith('symbolon_at_') ? 'opaque' : decodeProtectedHeader(token).typ
  assert.equal(body['token_type'], type === 'JWT' ? 'N_A' : 'Bearer')
  return type === 'opaque' ? 'opaque access token' : type === 'at+jwt' ? 'JWT access token' : type === 'JWT' ? 'ID token' : String(type)
}

function nameOf({ subject, subjectKind, actor, actorKind, requested }: Cell): string {
  const short = (row: Row | undefined): string => row?.identifier.replace('params:oauth:token-type:', '') ?? 'nothing'
  return `subject ${subjectKind} as ${short(subject)}, actor ${actorKind ?? 'none'} as ${short(actor)}, for ${short(requested)}`
}

const subjects = table.flatMap((subject) => kinds.map((subjectKind) => ({ subject, subjectKind })))
const noActor = { actor: undefined, actorKind: undefined }
const actorsByType = table.flatMap((actor) => kinds.map((actorKind) => ({ actor, actorKind })))
const requestedTypes = [undefined, ...table]

const honestSubjects = subjects.filter(({ subject, subjectKind }) => fits(subjectKind, subject.subject))
const honestActors = [noActor, ...actorsByType.filter(({ actor, actorKind }) => fits(actorKind, actor.actor))]
const honestCells: readonly Cell[] = honestSubjects.flatMap((subject) =>
  honestActors.flatMap((actor) => requestedTypes.map((requested) => ({ ...subject, ...actor, requested }))),
)
const allowedCells = honestCells.filter((cell) => expected(cell) !== 'invalid_request')

async function wrongCells(
  cells: readonly Cell[],
  client: (cell: Cell) => ClientId,
  wanted: (cell: Cell) => string = expected,
): Promise<readonly string[]> {
  const wrong: string[] = []
  for (const cell of cells) {
    const { outcome, body } = await ask(cell, client(cell))
    if (outcome !== wanted(cell)) wrong.push(`${nameOf(cell)}: ${wanted(cell)} expected, ${outcome} got ${JSON.stringify(body)}`)
  }
  return wrong
}

/** The client `key` where a JWT has to be signed by the client, else `basic`. */
const usual = ({ subjectKind }: Cell): ClientId => (subjectKind === 'signed by the client' ? 'key' : 'basic')

describe('the table', () => {
  test('TX-11 every token counts as what it is and as nothing else, as subject', async () => {
    const cells = subjects.flatMap((subject) =>
      [noActor, honestActors[1] ?? noActor].map((actor) => ({ ...subject, ...actor, requested: undefined })),
    )
    assert.equal(cells.length, table.length * kinds.length * 2)
    assert.deepEqual(await wrongCells(cells, usual), [])
  })

  test('TX-11 every token counts as what it is and as nothing else, as actor', async () => {
    const [subject] = honestSubjects
    assert.ok(subject !== undefined)
    const cells = actorsByType.map((actor) => ({ ...subject, ...actor, requested: undefined }))
    assert.deepEqual(await wrongCells(cells, usual), [])
  })

  test('every subject that is allowed, with every actor that is allowed, for every type that may be requested or may not', async () => {
    assert.equal(honestCells.length, 7 * 5 * 9)
    assert.deepEqual(await wrongCells(honestCells, usual), [])
  })

  test('each allowed cell says whose the token is, and who acts', async () => {
    for (const cell of allowedCells.filter(({ requested }) => requested?.requested === 'access token as JWT')) {
      const { body } = await ask(cell, usual(cell))
      const { sub, act, client_id: clientId } = decodeJwt(String(body['access_token']))
      assert.equal(sub, cell.subjectKind === 'personal' ? 'without-role' : 'alice', nameOf(cell))
      const actor = cell.actorKind === 'personal' ? 'end-user-impersonator' : 'bob'
      assert.deepEqual(act, cell.actor === undefined ? undefined : { iss: provider.issuer, sub: actor }, nameOf(cell))
      assert.equal(clientId, usual(cell))
    }
  })

  for (const client of methods) {
    test(`TX-13 each allowed cell, for the client ${client}`, async () => {
      // A client without a key signs nothing valid: the JWT belongs to another client.
      const wanted = (cell: Cell): Outcome =>
        cell.subjectKind === 'signed by the client' && client !== 'key' ? 'invalid_request' : expected(cell)
      assert.deepEqual(await wrongCells(allowedCells, () => client, wanted), [])
    })
  }
})

describe('the setting and the role', () => {
  const acted = (cell: Cell): boolean => cell.actor !== undefined
  const unlessActed = (cell: Cell): Outcome => (acted(cell) ? 'invalid_request' : expected(cell))
  // Past the engine, which stores no role of another level: a database may hold one from before.
  const roles = async (role: string): Promise<void> => {
    const put = ['bob', 'end-user-impersonator'].map((userId) => ({
      kind: 'instanceMember' as const,
      key: [userId],
      content: { userId, roles: [role] },
    }))
    await provider.storage.stores.directory?.apply({ put, remove: [] }, provider.clock.now())
  }

  test('TX-07 with the setting off, each allowed cell without actor passes and each with one is refused, whatever the role', async () => {
    await setImpersonation(provider, false)
    for (const role of ['IAM_END_USER_IMPERSONATOR', 'IAM_ADMIN_IMPERSONATOR', 'IAM_OWNER']) {
      await roles(role)
      assert.deepEqual(await wrongCells(allowedCells, usual, unlessActed), [], role)
    }
    await setImpersonation(provider, true)
  })

  for (const role of ['IAM_OWNER', 'IAM_USER_MANAGER', 'ORG_ADMIN_IMPERSONATOR', 'impersonation']) {
    test(`TX-07 with the setting on, each allowed cell passes without an actor, and with one who is ${role} none does`, async () => {
      await roles(role)
      assert.deepEqual(await wrongCells(allowedCells, usual, unlessActed), [])
    })
  }

  for (const role of ['IAM_END_USER_IMPERSONATOR', 'IAM_ADMIN_IMPERSONATOR']) {
    test(`TX-07 with the setting on, each allowed cell passes where the role is ${role}`, async () => {
      await roles(role)
      assert.deepEqual(await wrongCells(allowedCells, usual), [])
    })
  }
})

test('TX-01 with the feature off, each allowed cell is an unsupported grant type, and discovery knows of none', async () => {
  const published = async (): Promise<unknown> => {
    const response = await provider.fetch(new Request(`${provider.issuer}/.well-known/openid-configuration`))
    return ((await response.json()) as { readonly grant_types_supported: readonly string[] }).grant_types_supported
  }
  const withIt = ['authorization_code', 'refresh_token', 'client_credentials', exchangeGrant]
  assert.deepEqual(await published(), withIt)
  await setFeature(provider, false)
  assert.deepEqual(await published(), withIt.slice(0, -1))
  for (const client of methods)
    assert.deepEqual(
      await wrongCells(
        allowedCells,
        () => client,
        () => 'unsupported_grant_type',
      ),
      [],
    )
  await setFeature(provider, true)
  assert.deepEqual(await wrongCells(allowedCells, usual), [])
})
