// A provider with the protocol.
import { defineClient, hostPasswords, hostUsers } from '@symbolon/core-protocol'
import type { HostUser, Storage } from '@symbolon/core-protocol'
import { login, password } from '@symbolon/login'
import { rateLimiting } from '@symbolon/rate-limiting'
import { secretHashing } from '@symbolon/secret-hashing'
import { createProvider } from '@symbolon/server'
import type { Provider, ProviderOptions } from '@symbolon/server'
import { templates } from '@symbolon/ui-templates'
import { grantType, pairing } from './protocol.ts'

const hashing = secretHashing()
const users: readonly HostUser[] = [
  { id: '1815', userName: 'ada', displayName: 'Ada Lovelace' },
  { id: '1906', userName: 'grace', displayName: 'Grace Hopper' },
]
const hash = await hashing.hash('the difference engine')

/** @param more options for tests, such as a clock */
export async function startProvider(issuer: string, storage: Storage, more: Partial<ProviderOptions> = {}): Promise<Provider> {
  return await createProvider({
    issuer,
    masterKey: new Uint8Array(32).fill(7), // of a real application: from its configuration
    storage,
    parts: [...pairing()],
    clients: [
      defineClient({ clientId: 'tv', name: 'Television', grantTypes: [grantType] }),
      defineClient({ clientId: 'radio', grantTypes: [grantType] }),
    ],
    users: hostUsers({
      find: async (id) => users.find((user) => user.id === id),
      findByLoginName: async (name) => users.find(({ userName }) => userName === name),
    }),
    login: login({
      ui: templates({ vendorName: 'Acme' }),
      authenticators: [password({ hashing: hostPasswords(async (_id, typed) => (await hashing.verify(typed, hash)).valid) })],
    }),
    limits: [rateLimiting()],
    ...more,
  })
}
