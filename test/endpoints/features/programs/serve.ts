// One of several processes on a libSQL server: service users, discovery, and a grant that comes and goes with its feature.
// Arguments: the URL of the libSQL server. Says its port; ends with its standard input.
import { eventsEndpoint, featuresEndpoint } from '@symbolon/admin-api'
import { auditTrail, userinfo } from '@symbolon/core-protocol'
import { clientCredentials } from '@symbolon/grants-client-credentials'
import { createProvider, serve } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import { flaggedGrant } from '../../../support/features.ts'
import { masterKey } from '../../../support/provider.ts'

const provider = await createProvider({
  issuer: 'https://id.example',
  masterKey,
  storage: libsql({ url: process.argv[2] ?? '', waitLimit: 60_000 }),
  grants: [clientCredentials(), flaggedGrant],
  endpoints: [userinfo, eventsEndpoint, featuresEndpoint],
  audit: auditTrail,
})
const served = await serve(provider, { hostname: '127.0.0.1', port: 0 })
process.stdout.write(`${served.port}\n`)
process.stdin.resume().once('end', () => {
  void served.drain(1000).then(async () => await provider.close())
})
