// Metadata of users.
import assert from 'node:assert/strict'
import type { Resource } from '@symbolon/core-protocol'
import { describe, test } from 'node:test'
import { human, org, reference } from './fixtures.ts'
import { withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

function metadata(userId: string, key: string, value: string): Resource {
  return { kind: 'userMetadata', key: [userId, key], orgId: 'o1', content: { id: userId, key, value } }
}

const people = [org('o1'), human('o1', 'ada', 'ada'), human('o1', 'bea', 'bea')]

/** Registers the tests of user metadata. @param open opens an empty storage with the named stores */
export function userMetadataTests(open: OpenFresh): void {
  describe('user metadata', () => {
    test('are listed for one user, by key', () =>
      withStores(open, ['directory', 'userMetadata'], async ({ directory, userMetadata }) => {
        await directory.apply(
          {
            put: [...people, metadata('ada', 'tier', 'Z29sZA=='), metadata('ada', '__proto__', 'eA=='), metadata('bea', 'tier', 'eQ==')],
            remove: [],
          },
          1000,
        )
        assert.deepEqual(await userMetadata.list('ada'), [
          { key: '__proto__', value: 'eA==' },
          { key: 'tier', value: 'Z29sZA==' },
        ])
        assert.deepEqual(await userMetadata.list('absent-user'), [])
        await directory.apply({ put: [metadata('ada', 'tier', 'eg==')], remove: [reference(metadata('ada', '__proto__', ''))] }, 2000)
        assert.deepEqual(await userMetadata.list('ada'), [{ key: 'tier', value: 'eg==' }])
      }))

    test('LG-15 are removed with their user', () =>
      withStores(open, ['directory', 'userMetadata'], async ({ directory, userMetadata }) => {
        await directory.apply({ put: [...people, metadata('ada', 'tier', 'Z29sZA==')], remove: [] }, 1000)
        await directory.apply({ put: [], remove: [reference(human('o1', 'ada', 'ada'))] }, 2000)
        await directory.apply({ put: people, remove: [], restores: true }, 3000)
        assert.deepEqual(await userMetadata.list('ada'), [])
      }))
  })
}
