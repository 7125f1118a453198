// A provider with custom sign-in pages. The database is in memory and is lost at exit.
import { userinfo } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { login, password, totp } from '@symbolon/login'
import { secretHashing } from '@symbolon/secret-hashing'
import { createProvider, serve } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import { harbourUi } from './ui.ts'

const port = Number(process.env['PORT'] ?? 8080)
const issuer = `http://localhost:${port}`
const provider = await createProvider({
  issuer,
  masterKey: crypto.getRandomValues(new Uint8Array(32)),
  storage: libsql({ url: ':memory:' }),
  grants: [authorizationCode()],
  endpoints: [userinfo],
  login: login({ ui: harbourUi, authenticators: [password({ hashing: secretHashing() }), totp()] }),
})

await serve(provider, { hostname: 'localhost', port })
console.log(`Harbour ID runs at ${issuer}`)
