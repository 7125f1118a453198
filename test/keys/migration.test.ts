// A database from before there was rotation: its keys go on, and rotate like others.
import { createProviderKeys, makeFirstSigningKeys, rotateSigningKeys } from '@symbolon/core-protocol'
import type { SigningKeyStore } from '@symbolon/core-protocol'
import { libsql } from '@symbolon/storage-libsql'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { temporaryDirectory } from '../support/run-command.ts'
import { signingKeyContext } from '../support/signing-keys.ts'

const now = Date.now

async function withStore(file: string, run: (store: SigningKeyStore) => Promise<void>): Promise<void> {
  const {
    stores: { signingKeys },
    close,
  } = await libsql({ url: `file:${file}` }).open(['signingKeys'])
  assert.ok(signingKeys !== undefined)
  await run(signingKeys).finally(close)
}

test('keys that were made before there was rotation are kept, and know how long their tokens live', async () => {
  const directory = await temporaryDirectory()
  const file = join(directory.path, 'old.db')
  await withStore(file, async (store) => await makeFirstSigningKeys(await signingKeyContext(store, now)))
  const database = new DatabaseSync(file)
  for (const column of ['token_lifetime', 'key_set_max_age', 'revoked_at']) database.exec(`alter table signing_keys drop column ${column}`)
  database.exec("delete from migrations_of_signing_keys where name = '002-rotation'")
  const before = database
    .prepare('select kid from signing_keys order by kid')
    .all()
    .map(({ kid }) => kid)
  database.close()

  await withStore(file, async (store) => {
    const context = await signingKeyContext(store, now)
    const keys = await createProviderKeys(context)
    assert.deepEqual((await keys.publicKeySet()).keys.map((key) => key['kid']).toSorted(), before)
    for (const key of await store.list()) {
      assert.equal(key.tokenLifetime, context.policy.tokenLifetime)
      assert.equal(key.keySetMaxAge, context.policy.maxAge)
    }
    assert.equal((await rotateSigningKeys(context)).length, 3)
  })
  await directory.dispose()
})
