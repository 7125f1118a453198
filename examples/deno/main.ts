// A provider on Deno. `Deno.serve` takes `provider.fetch` directly. The database is in memory and is lost at exit.
import { userinfo } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { login, password, totp } from '@symbolon/login'
import { secretHashing } from '@symbolon/secret-hashing'
import { createProvider } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import { templates } from '@symbolon/ui-templates'

declare const Deno: { serve(address: { hostname: string; port: number }, handler: (request: Request) => Promise<Response>): unknown }

const port = Number(process.env['PORT'] ?? 8080)
const provider = await createProvider({
  issuer: `http://localhost:${port}`,
  masterKey: crypto.getRandomValues(new Uint8Array(32)),
  storage: libsql({ url: ':memory:' }),
  grants: [authorizationCode()],
  endpoints: [userinfo],
  login: login({ ui: templates(), authenticators: [password({ hashing: secretHashing() }), totp()] }),
})

Deno.serve({ hostname: 'localhost', port }, provider.fetch)
