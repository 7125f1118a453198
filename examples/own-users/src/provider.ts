// The provider: the users of the table in place of stored ones, a claim from the table, and the clients in code.
import { defineClaims, defineClient, endSession, hostPasswords, hostUsers, revocation, userinfo } from '@symbolon/core-protocol'
import type { HostUser, Storage } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { refreshToken } from '@symbolon/grants-refresh-token'
import { login, password } from '@symbolon/login'
import { createProvider } from '@symbolon/server'
import type { Provider } from '@symbolon/server'
import { templates } from '@symbolon/ui-templates'
import type { Row, Users } from './users.ts'

export interface Surroundings {
  readonly issuer: string
  readonly masterKey: string | Uint8Array
  /** For sessions, tokens and keys: the users stay where they are. */
  readonly storage: Storage
  readonly users: Users
}

export async function startProvider({ issuer, masterKey, storage, users }: Surroundings): Promise<Provider> {
  return await createProvider({
    issuer,
    masterKey,
    storage,
    users: hostUsers({
      find: async (id) => toUser(users.find(id)),
      findByLoginName: async (name) => toUser(users.findByEmail(name)),
    }),
    claims: [
      defineClaims({
        claims: ['plan'],
        scopes: ['plan'],
        places: ['id_token', 'userinfo'],
        read: async ({ user }) => ({ plan: users.find(user.id)?.plan }),
      }),
    ],
    clients: [
      // A public client, such as a single-page or a mobile application: it has no secret, and uses PKCE.
      defineClient({ clientId: 'shop-app', name: 'Shop', redirectUris: ['http://localhost:5173/callback'], project: 'shop' }),
    ],
    grants: [authorizationCode(), refreshToken()],
    endpoints: [userinfo, revocation, endSession],
    login: login({
      ui: templates(),
      authenticators: [password({ hashing: hostPasswords(async (id, typed) => await users.isPassword(id, typed)) })],
    }),
  })
}

/** What the table says of a person, in the words of the provider. */
function toUser(row: Row | undefined): HostUser | undefined {
  return (
    row && {
      id: row.id,
      userName: row.email,
      displayName: row.name,
      email: { address: row.email, verified: false },
      state: row.active === 1 ? 'active' : 'inactive',
      createdAt: row.created_at,
      // A new password ends every session and token from before.
      timesEnded: row.password_changes,
    }
  )
}
