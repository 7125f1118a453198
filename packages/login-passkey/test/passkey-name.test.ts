// The first name of a passkey, and names that users type.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renamePasskey } from '../src/index.ts'
import { longestName, passkeyName, readName } from '../src/passkey-name.ts'

const unknown = '00000000-0000-0000-0000-000000000000'

test('a passkey is named after its provider, else after what it is', () => {
  assert.equal(passkeyName({ aaguid: 'bada5566-a7aa-401f-bd96-45619a55120d', uvInitialized: false }, []), '1Password')
  assert.equal(passkeyName({ aaguid: unknown, uvInitialized: true }, []), 'Passkey')
  assert.equal(passkeyName({ aaguid: unknown, uvInitialized: false }, []), 'Security key')
})

test('a name that another passkey of the user has gets a number', () => {
  const stored = ['Passkey', 'Passkey 3'].map((name) => ({ name }) as Parameters<typeof passkeyName>[1][number])
  assert.equal(passkeyName({ aaguid: unknown, uvInitialized: true }, stored), 'Passkey 2')
})

test('an empty name is reported before any passkey is looked up', async () => {
  assert.equal(await renamePasskey({ id: 'ann' }, 'c1', ' \n', { stores: {} } as never), 'missing_name')
})

test('a typed name is trimmed and cut, and has no control characters', () => {
  assert.equal(readName('  My\u0000\nlaptop \u202e'), 'My laptop')
  assert.equal(readName('x'.repeat(longestName + 1)), 'x'.repeat(longestName))
  assert.equal(readName(' \n\u0000'), undefined)
})
