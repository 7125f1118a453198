// Personal access tokens.
import type { DirectoryStore, Resource } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { machine, org } from './fixtures.ts'
import { withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const expiry = Date.UTC(2030, 0, 1)

function token(tokenId: string, more: Readonly<Record<string, unknown>> = {}): Resource {
  return {
    kind: 'personalAccessToken',
    key: [tokenId],
    orgId: 'o1',
    content: { tokenId, userId: 'robot', ...more },
    secrets: { tokenDigest: `digest of ${tokenId}` },
  }
}

async function furnish(directory: DirectoryStore, ...tokens: readonly Resource[]): Promise<void> {
  await directory.apply({ put: [org('o1'), machine('o1', 'robot', 'robot'), ...tokens], remove: [] }, 1000)
}

/** Registers the tests of personal access tokens. @param open opens an empty storage with the named stores */
export function personalAccessTokenTests(open: OpenFresh): void {
  describe('personal access tokens', () => {
    test('are found by digest, with their scopes', () =>
      withStores(open, ['directory', 'personalAccessTokens'], async ({ directory, personalAccessTokens }) => {
        await furnish(directory, token('t1', { scopes: ['openid', 'profile'] }), token('t2'))
        assert.deepEqual(await personalAccessTokens.find('digest of t1', 2000), {
          id: 't1',
          userId: 'robot',
          scope: ['openid', 'profile'],
          createdAt: 1000,
          timesEnded: 0,
        })
        assert.deepEqual((await personalAccessTokens.find('digest of t2', 2000))?.scope, [])
        assert.equal(await personalAccessTokens.find('digest of t3', 2000), undefined)
        assert.deepEqual(await personalAccessTokens.findById('t1', 2000), await personalAccessTokens.find('digest of t1', 2000))
        assert.equal(await personalAccessTokens.findById('digest of t1', 2000), undefined)
      }))

    test('are valid until the millisecond of their expiry', () =>
      withStores(open, ['directory', 'personalAccessTokens'], async ({ directory, personalAccessTokens }) => {
        await furnish(directory, token('t1', { expirationDate: new Date(expiry).toISOString() }))
        assert.equal((await personalAccessTokens.find('digest of t1', expiry - 1))?.expiresAt, expiry)
        assert.equal(await personalAccessTokens.find('digest of t1', expiry), undefined)
        assert.equal((await personalAccessTokens.findById('t1', expiry - 1))?.expiresAt, expiry)
        assert.equal(await personalAccessTokens.findById('t1', expiry), undefined)
      }))

    test('end with their state, and are removed with their user', () =>
      withStores(open, ['directory', 'personalAccessTokens'], async ({ directory, personalAccessTokens }) => {
        await furnish(directory, token('t1', { state: 'STATE_INACTIVE' }), token('t2'))
        assert.equal(await personalAccessTokens.find('digest of t1', 2000), undefined)
        assert.equal(await personalAccessTokens.findById('t1', 2000), undefined)
        await directory.apply({ put: [], remove: [{ kind: 'machineUser', key: ['robot'] }] }, 2000)
        assert.equal(await personalAccessTokens.find('digest of t2', 2000), undefined)
        assert.equal(await personalAccessTokens.findById('t2', 2000), undefined)
      }))
  })
}
