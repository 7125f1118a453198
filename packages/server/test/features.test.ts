// A part whose flag is off is not there: whatever is asked, the answer is the one of a provider without the part.
import type { FeatureStore, OpenStorage, Storage } from '@symbolon/core-protocol'
import { libsql } from '@symbolon/storage-libsql'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createProvider } from '../src/index.ts'
import type { Provider, ProviderOptions } from '../src/index.ts'
import { endpoint, get, grant, issuer, login, options, recordingLog, responseTypeGrant, task, text, watchedStorage } from './parts.ts'

const feature = 'oidcTokenExchange'
const plain = grant({ name: 'a plain grant', grantType: 'urn:example:plain', clientAuthenticationMethods: ['client_secret_basic'] })
const flagged = grant({ feature, clientAuthenticationMethods: ['none'], metadata: { acr_values_supported: ['7'] } })
const page = endpoint({ name: 'a flagged endpoint', path: '/flagged', member: 'userinfo_endpoint', feature })

interface Clock {
  readonly now: () => number
  /** By seconds. */
  advance(seconds: number): void
}

function createClock(): Clock {
  let time = Date.now()
  return {
    now: () => time,
    advance: (seconds) => {
      time += seconds * 1000
    },
  }
}

interface Stage {
  readonly provider: Provider
  readonly features: FeatureStore
  readonly clock: Clock
  readonly lines: ReturnType<typeof recordingLog>['lines']
  /** What the reading of flags does instead. */
  fail(error: Error | undefined): void
  /** How often flags were read. */
  reads(): number
}

async function withStage(changes: Partial<ProviderOptions>, use: (stage: Stage) => Promise<void>): Promise<void> {
  const clock = createClock()
  const { log, lines } = recordingLog()
  let real: FeatureStore | undefined
  let failure: Error | undefined
  let reads = 0
  const { storage } = watchedStorage((open: OpenStorage): OpenStorage => {
    const { features } = open.stores
    if (features === undefined) return open
    real = features
    const watched: FeatureStore = {
      ...features,
      get: async () => {
        reads++
        if (failure !== undefined) throw failure
        return await features.get()
      },
    }
    return { ...open, stores: { ...open.stores, features: watched } }
  })
  const provider = await createProvider(options({ storage, now: clock.now, log, ...changes }))
  try {
    if (real === undefined) throw new Error('There are no features')
    await use({
      provider,
      features: real,
      clock,
      lines,
      fail: (error) => {
        failure = error
      },
      reads: () => reads,
    })
  } finally {
    await provider.close()
  }
}

async function metadataOf(provider: Provider): Promise<Readonly<Record<string, unknown>>> {
  return (await (await get(provider, '/.well-known/openid-configuration')).json()) as Record<string, unknown>
}

/** Status, headers and body. */
async function whole(response: Response): Promise<unknown> {
  return [response.status, [...response.headers], await response.text()]
}

describe('a part that depends on a flag', () => {
  test('is there while the flag is on, and not before and not after', async () => {
    await withStage({ grants: [plain, flagged], endpoints: [page] }, async ({ provider, features, clock }) => {
      const off = await metadataOf(provider)
      assert.deepEqual(off['grant_types_supported'], ['urn:example:plain'])
      assert.equal((await get(provider, '/flagged')).status, 404)
      await features.set({ [feature]: true }, 0)
      clock.advance(0.5)
      const on = await metadataOf(provider)
      assert.deepEqual(on['grant_types_supported'], ['urn:example:plain', 'urn:example:grant'])
      assert.deepEqual(on['token_endpoint_auth_methods_supported'], ['client_secret_basic', 'none'])
      assert.deepEqual(on['acr_values_supported'], ['7'])
      assert.equal(on['userinfo_endpoint'], `${issuer}/flagged`)
      assert.equal(await (await get(provider, '/flagged')).text(), 'here')
      await features.reset(0)
      clock.advance(0.5)
      assert.deepEqual(await metadataOf(provider), off)
      assert.equal((await get(provider, '/flagged')).status, 404)
    })
  })

  test('is reported once while its flag cannot be read, and again when the reading fails later', async () => {
    await withStage({ grants: [plain, flagged] }, async ({ provider, clock, lines, fail }) => {
      const warnings = (): number => lines.filter((line) => JSON.stringify(line).includes('features_not_read')).length
      const requests = async (): Promise<void> => {
        for (let count = 0; count < 20; count += 1) {
          clock.advance(0.5)
          await get(provider, '/.well-known/openid-configuration')
        }
      }
      fail(new Error('away'))
      await requests()
      assert.equal(warnings(), 1)
      fail(undefined)
      await requests()
      fail(new Error('away again'))
      await requests()
      assert.equal(warnings(), 2)
    })
  })

  test('which is off: every answer is that of a provider without it, to the last byte', async () => {
    await withStage({ grants: [flagged, plain], endpoints: [page] }, async ({ provider }) => {
      const without = await createProvider(options({ grants: [plain] }))
      const form = (body: string): RequestInit => ({
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://app.example' },
      })
      const requests: readonly (readonly [string, RequestInit?])[] = [
        ['/.well-known/openid-configuration'],
        ['/.well-known/openid-configuration', { method: 'HEAD' }],
        ['/flagged'],
        ['/flagged', { method: 'OPTIONS' }],
        ['/flagged', { method: 'POST' }],
        ['/oauth/v2/token'],
        ['/oauth/v2/token', { method: 'OPTIONS' }],
        ['/oauth/v2/token', form('grant_type=urn:example:grant')],
        ['/oauth/v2/token', form('grant_type=urn:example:grant&client_id=a&client_secret=b')],
        ['/oauth/v2/token', form('grant_type=urn:example:grant&grant_type=urn:example:grant')],
        ['/oauth/v2/token', { method: 'POST', body: 'grant_type=urn:example:grant' }],
      ]
      try {
        for (const [path, init] of requests) {
          assert.deepEqual(
            await whole(await get(provider, path, init)),
            await whole(await get(without, path, init)),
            `${path} ${JSON.stringify(init)}`,
          )
        }
      } finally {
        await without.close()
      }
    })
  })

  test('brings nothing along while it is off: no token endpoint, no login page, no limit', async () => {
    const alone = grant({ feature })
    const limit = {
      kind: 'limit',
      name: 'a limit',
      stores: [],
      feature,
      guard: () => async () => ({ admitted: false, retryAfter: 1 }),
    } as const
    const front = { ...responseTypeGrant(), feature } as const
    await withStage({ grants: [alone, front], limits: [limit], login: login() }, async ({ provider, features, clock }) => {
      const paths = ['/oauth/v2/token', '/oauth/v2/authorize', '/ui/login', '/oauth/v2/keys']
      const statuses = async (): Promise<readonly number[]> =>
        await Promise.all(paths.map(async (path) => (await get(provider, path)).status))
      assert.deepEqual(await statuses(), [404, 404, 404, 200])
      await features.set({ [feature]: true }, 0)
      clock.advance(0.5)
      assert.deepEqual(await statuses(), [405, 429, 429, 429])
    })
  })

  test('comes and goes with its own flag, and with no other', async () => {
    await withStage({ grants: [plain, flagged] }, async ({ provider, features, clock }) => {
      await features.set({ oidctokenexchange: true, OidcTokenExchange: true, [feature]: false }, 0)
      clock.advance(0.5)
      assert.deepEqual((await metadataOf(provider))['grant_types_supported'], ['urn:example:plain'])
    })
  })
})

describe('the flags of a process', () => {
  const parts = { grants: [plain, flagged] }
  const isOn = async (provider: Provider): Promise<boolean> => (await metadataOf(provider))['acr_values_supported'] !== undefined

  test('are read at most every half second, and once for all that ask together', async () => {
    await withStage(parts, async ({ provider, features, clock, reads }) => {
      const before = reads()
      await features.set({ [feature]: true }, 0)
      clock.advance(0.499)
      assert.equal(await isOn(provider), false)
      assert.equal(reads(), before)
      clock.advance(0.001)
      assert.deepEqual(await Promise.all(Array.from({ length: 20 }, async () => await isOn(provider))), Array(20).fill(true))
      assert.equal(reads(), before + 1)
    })
  })

  test('are read again when the clock is set back', async () => {
    await withStage(parts, async ({ provider, features, clock }) => {
      await features.set({ [feature]: true }, 0)
      clock.advance(-3600)
      assert.equal(await isOn(provider), true)
    })
  })

  test('stand as they were while the database is away for less than three seconds, and follow when it is back', async () => {
    await withStage(parts, async ({ provider, features, clock, lines, fail }) => {
      await features.set({ [feature]: true }, 0)
      clock.advance(1)
      assert.equal(await isOn(provider), true)
      await features.reset(0)
      fail(new Error('away'))
      clock.advance(1)
      assert.equal(await isOn(provider), true)
      assert.equal(lines.filter(({ level, event }) => level === 'warn' && event === 'features_not_read').length, 1)
      clock.advance(2)
      assert.equal((await get(provider, '/.well-known/openid-configuration')).status, 503, 'a flag may have been turned off meanwhile')
      fail(undefined)
      clock.advance(0.5)
      assert.equal(await isOn(provider), false)
    })
  })

  test('take effect at once where a part has them read again, even while an older reading is under way', async () => {
    const storage = libsql({ url: ':memory:' })
    let hold: Promise<void> | undefined
    const slow: Storage = {
      open: async (names) => {
        const open = await storage.open(names)
        const { features } = open.stores
        if (features === undefined) return open
        return {
          ...open,
          stores: {
            ...open.stores,
            features: {
              ...features,
              get: async () => {
                const held = hold
                hold = undefined
                const settings = await features.get()
                await held
                return settings
              },
            },
          },
        }
      },
    }
    const clock = createClock()
    const setter = endpoint({
      stores: ['features'],
      path: '/set',
      async handle(_request, context) {
        await context.stores.features.set({ [feature]: true }, 0)
        setTimeout(release, 30)
        await context.features.refresh()
        return text(context.features.carried.join())
      },
    })
    let release: () => void = () => undefined
    const provider = await createProvider(options({ ...parts, endpoints: [setter], storage: slow, now: clock.now }))
    try {
      hold = new Promise((resolve) => {
        release = resolve
      })
      const asked = get(provider, '/set')
      clock.advance(1)
      const discovered = isOn(provider)
      assert.equal(await (await asked).text(), feature)
      await discovered
      assert.equal(await isOn(provider), true)
    } finally {
      await provider.close()
    }
  })

  test('are not read if no part depends on one: there is no store', async () => {
    const { storage, opened } = watchedStorage()
    const provider = await createProvider(options({ storage, grants: [plain] }))
    await provider.close()
    assert.ok(!opened.flat().includes('features'))
  })
})

test('feature_misplaced: a start task, a login or an audit trail cannot come and go', async () => {
  const audit = { kind: 'audit', name: 'a trail', stores: [], record: async () => undefined, feature } as const
  for (const changes of [{ tasks: [{ ...task(async () => undefined), feature } as const] }, { login: login({ feature }) }, { audit }]) {
    await assert.rejects(createProvider(options(changes)), { name: 'CompositionError', code: 'feature_misplaced' })
  }
})

test('a mistake that a flagged part makes is found at the start, with its flag off', async () => {
  await assert.rejects(createProvider(options({ grants: [plain, { ...plain, feature }] })), { code: 'duplicate_grant' })
})
