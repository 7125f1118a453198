// A database whose values were sealed in the first format, before JWE. The fixture was written by that release: keys of three algorithms,
// a user with an authenticator app, and the check of the master key.
import { MasterKeyMismatch, sealedUnder } from '@symbolon/core-protocol'
import { createProvider } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { startTestProvider } from '../support/provider.ts'
import { temporaryDirectory } from '../support/run-command.ts'
import { careful, claimsOf, codeAt, documentWithApps, isSignedIn, otpSecret, toCode } from '../support/second-factor.ts'

const fixture = gunzipSync(readFileSync(new URL('fixtures/sealed-before-jwe.db.gz', import.meta.url)))

async function withFixture(run: (path: string) => Promise<void>): Promise<void> {
  const directory = await temporaryDirectory()
  const path = join(directory.path, 'old.db')
  writeFileSync(path, fixture)
  await run(path).finally(async () => await directory.dispose())
}

function sealedValues(path: string): readonly string[] {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    return [
      "select value as sealed from instance where name = 'master_key_check'",
      "select sealed_private_jwk as sealed from signing_keys where sealed_private_jwk <> '' order by kid",
      'select sealed_otp_secret as sealed from users where sealed_otp_secret is not null order by user_id',
    ].flatMap((query) =>
      database
        .prepare(query)
        .all()
        .map(({ sealed }) => String(sealed)),
    )
  } finally {
    database.close()
  }
}

const isFirstFormat = (sealed: string): boolean => sealed.startsWith('v1.')

test('the old keys sign, and the old secret of an authenticator app is checked', async () => {
  await withFixture(async (path) => {
    const before = sealedValues(path)
    assert.equal(before.length, 5)
    assert.ok(before.every(isFirstFormat))

    const provider = await startTestProvider({ storage: libsql({ url: `file:${path}` }), document: documentWithApps() })
    try {
      const { userAgent, page } = await toCode(provider)
      const answer = await userAgent.submit(page, { code: codeAt(provider) })
      assert.ok(isSignedIn(answer))
      assert.equal((await claimsOf(provider, answer))['sub'], careful.id)
      assert.deepEqual(sealedValues(path), before, 'a value stays as it is until it is written')
    } finally {
      await provider.close()
    }
  })
})

test('a value that is written again is sealed as JWE', async () => {
  await withFixture(async (path) => {
    const provider = await startTestProvider({ storage: libsql({ url: `file:${path}` }), document: documentWithApps() })
    const [, ...old] = sealedValues(path)
    const another = otpSecret.replace('MF', 'MG')
    try {
      await provider.apply(
        documentWithApps([careful.id], {
          humanUsers: [
            {
              userId: careful.id,
              user: { userName: careful.id, otpCode: another, profile: { firstName: careful.id, lastName: 'Carter' } },
            },
          ],
        }),
      )
      const sealed = sealedValues(path).at(-1) ?? ''
      assert.equal(isFirstFormat(sealed), false)
      assert.equal(sealedUnder(sealed), sealedUnder(old.at(-1) ?? ''))
      const { userAgent, page } = await toCode(provider)
      assert.ok(isSignedIn(await userAgent.submit(page, { code: codeAt(provider, 0, another) })))
    } finally {
      await provider.close()
    }
  })
})

test('another master key is refused', async () => {
  await withFixture(async (path) => {
    await assert.rejects(
      createProvider({
        issuer: 'https://id.example',
        masterKey: new Uint8Array(32).fill(8),
        storage: libsql({ url: `file:${path}` }),
      }),
      MasterKeyMismatch,
    )
  })
})
