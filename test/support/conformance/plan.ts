// A plan of the conformance suite under way: the real service on https, its metadata and keys as a client fetched them.
import { generateClientKey } from '@symbolon/test-kit'
import type { UserAgent } from '@symbolon/test-kit'
import type { JSONWebKeySet } from 'jose'
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { startTestService } from '../service.ts'
import type { TestService } from '../service.ts'
import { client1, client2, implicitClient, keyClient, postClient, suiteDocument } from './registration.ts'
import type { SuiteClient } from './registration.ts'

export type Members = Readonly<Record<string, unknown>>

export interface Plan {
  /** The variant of the plan: form_post is sent as `response_mode`, the default is not. */
  readonly responseMode: 'default' | 'form_post'
  readonly responseType: 'code' | 'id_token' | 'id_token token'
  readonly issuer: string
  readonly metadata: Members
  readonly keySet: JSONWebKeySet
  /** The client of the plan's modules, unless they name another client. */
  readonly client: SuiteClient
  /** The client that signs assertions. */
  readonly keyClient: SuiteClient
  /** The time of the service, which stands still, in milliseconds since the epoch. */
  now(): number
  /** Moves the time on. */
  advance(seconds: number): Promise<void>
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>
  newUserAgent(): UserAgent
}

interface OpenPlan extends Pick<Plan, 'metadata' | 'keySet' | 'keyClient'> {
  readonly service: TestService
  time: number
}

/** Starts the service before the tests of the suite that calls this, and ends it after them. */
export function definePlan(responseMode: Plan['responseMode'], responseType: Plan['responseType'] = 'code'): Plan {
  let opened: OpenPlan | undefined
  const open = (): OpenPlan => {
    if (opened === undefined) throw new Error('The plan has not begun.')
    return opened
  }
  before(async () => {
    const signing = keyClient(await generateClientKey('suite-key', 'RS256'))
    const service = await startTestService({
      heldClock: true,
      document: suiteDocument([client1, client2, postClient, implicitClient, signing]),
    })
    try {
      const metadata = await fetchMetadata(service)
      opened = { service, metadata, keySet: await fetchKeySet(service, metadata), keyClient: signing, time: await service.advance(0) }
    } catch (error) {
      await service.stop()
      throw error
    }
  })
  after(async () => await opened?.service.stop())
  return {
    responseMode,
    responseType,
    client: responseType === 'code' ? client1 : implicitClient,
    get issuer() {
      return open().service.issuer
    },
    get metadata() {
      return open().metadata
    },
    get keySet() {
      return open().keySet
    },
    get keyClient() {
      return open().keyClient
    },
    now: () => open().time,
    async advance(seconds) {
      open().time = await open().service.advance(seconds)
    },
    fetch: async (input, init) => await open().service.fetch(input, init),
    newUserAgent: () => open().service.newUserAgent(),
  }
}

/** What every module begins with: discovery answers, and names what the modules need. */
async function fetchMetadata(service: TestService): Promise<Members> {
  const response = await service.fetch(`${service.issuer}/.well-known/openid-configuration`)
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /^application\/json(;|$)/)
  const metadata = (await response.json()) as Members
  assert.equal(metadata['issuer'], service.issuer)
  for (const member of ['authorization_endpoint', 'token_endpoint', 'jwks_uri']) assert.equal(typeof metadata[member], 'string', member)
  return metadata
}

/** Every key has a distinct `kid`, and no key has a private part. */
async function fetchKeySet(service: TestService, metadata: Members): Promise<JSONWebKeySet> {
  const response = await service.fetch(String(metadata['jwks_uri']))
  assert.equal(response.status, 200)
  const keySet = (await response.json()) as JSONWebKeySet
  assert.ok(keySet.keys.length > 0)
  const ids = keySet.keys.map(({ kid }) => kid)
  assert.equal(new Set(ids).size, ids.length)
  for (const key of keySet.keys) {
    assert.equal(typeof key.kid, 'string')
    const secret = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'].filter((member) => member in key)
    assert.deepEqual(secret, [])
  }
  return keySet
}
