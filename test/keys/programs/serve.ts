// One of several processes on a libSQL server: a provider for service users whose keys live for seconds.
// Arguments: the URL of the libSQL server. Says its port; ends with its standard input.
import { userinfo } from '@symbolon/core-protocol'
import { clientCredentials } from '@symbolon/grants-client-credentials'
import { createProvider, serve } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import { masterKey } from '../../support/provider.ts'
import { fastKeys, issuer } from '../fast-keys.ts'

const provider = await createProvider({
  issuer,
  masterKey,
  storage: libsql({ url: process.argv[2] ?? '', waitLimit: 60_000 }),
  grants: [clientCredentials()],
  endpoints: [userinfo],
  ...fastKeys,
})
const served = await serve(provider, { hostname: '127.0.0.1', port: 0 })
process.stdout.write(`${served.port}\n`)
process.stdin.resume().once('end', () => {
  void served.drain(1000).then(async () => await provider.close())
})
