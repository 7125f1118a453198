// A provider whose sign-in has the step.
import { defineClient, hostPasswords, hostUsers, userinfo } from '@symbolon/core-protocol'
import type { HostUser } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { login, password } from '@symbolon/login'
import { secretHashing } from '@symbolon/secret-hashing'
import { createProvider } from '@symbolon/server'
import type { Provider } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import { templates } from '@symbolon/ui-templates'
import type { Acceptances } from './acceptances.ts'
import { termsOfService, termsPage } from './terms.ts'

const hashing = secretHashing()
const ada: HostUser = { id: '1815', userName: 'ada', displayName: 'Ada Lovelace' }
const hash = await hashing.hash('the difference engine')

/** @param version of the terms of service */
export async function startProvider(issuer: string, acceptances: Acceptances, version: number): Promise<Provider> {
  const terms = termsOfService(acceptances, version)
  return await createProvider({
    issuer,
    masterKey: crypto.getRandomValues(new Uint8Array(32)), // of a real application: from its configuration
    storage: libsql({ url: ':memory:' }),
    clients: [defineClient({ clientId: 'notes', redirectUris: ['http://localhost:5173/callback'] })],
    users: hostUsers({
      find: async (id) => (id === ada.id ? ada : undefined),
      findByLoginName: async (name) => (name === ada.userName ? ada : undefined),
    }),
    grants: [authorizationCode()],
    endpoints: [userinfo],
    login: login({
      ui: templates({ vendorName: 'Notes', pages: [termsPage(terms)] }),
      authenticators: [
        password({
          hashing: hostPasswords(async (id, typed) => (await hashing.verify(typed, hash)).valid && id === ada.id),
        }),
      ],
      steps: [terms],
    }),
  })
}
