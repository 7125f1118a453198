// The provider that the examples for the frameworks mount. Its users are those of the application, and its client stands in the code. The
// database, of sessions and tokens alone, is in memory and is lost at exit.
import { defineClient, endSession, hostPasswords, hostUsers, revocation, userinfo } from '@symbolon/core-protocol'
import type { HostUser } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { refreshToken } from '@symbolon/grants-refresh-token'
import { login, password } from '@symbolon/login'
import { secretHashing } from '@symbolon/secret-hashing'
import { createProvider } from '@symbolon/server'
import type { Provider } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import { templates } from '@symbolon/ui-templates'

const hashing = secretHashing()

/** A row of the application's table of users. */
interface Row extends HostUser {
  readonly passwordHash: string
}

const table: readonly Row[] = [
  {
    id: '1815',
    userName: 'ada',
    displayName: 'Ada Lovelace',
    email: { address: 'ada@example.com', verified: true },
    passwordHash: await hashing.hash('the difference engine'),
  },
]

/**
 * @param issuer the address of the application, with the path below which the provider answers, if any
 * @param redirectUri where the client `notes` is sent back to
 */
export async function createEmbeddedProvider(issuer: string, redirectUri: string): Promise<Provider> {
  return await createProvider({
    issuer,
    masterKey: crypto.getRandomValues(new Uint8Array(32)), // of a real application: from its configuration
    storage: libsql({ url: ':memory:' }), // of a real application: a file, or Postgres
    clients: [defineClient({ clientId: 'notes', redirectUris: [redirectUri] })],
    users: hostUsers({
      find: async (id) => table.find((row) => row.id === id),
      findByLoginName: async (name) => table.find((row) => row.userName === name),
    }),
    grants: [authorizationCode(), refreshToken()],
    endpoints: [userinfo, revocation, endSession],
    login: login({
      ui: templates(),
      authenticators: [
        password({
          hashing: hostPasswords(async (id, typed) => {
            const row = table.find((each) => each.id === id)
            // An unknown name costs the same work, so that the time does not reveal which names exist.
            return row === undefined
              ? await hashing.verifyAbsent(typed).then(() => false)
              : (await hashing.verify(typed, row.passwordHash)).valid
          }),
        }),
      ],
    }),
  })
}
