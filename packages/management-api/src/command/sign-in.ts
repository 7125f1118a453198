// How the command signs people in: as a public native client that is part of the provider, with a redirect URI on the loopback interface.
// https://www.rfc-editor.org/rfc/rfc8252#section-7.3
import { checkNoOptions, define, describedClient } from '@symbolon/core-protocol'
import type { AnyClient, AnyEndpoint, NoOptions } from '@symbolon/core-protocol'
import { managementPath } from '../http/route.ts'

/** The path of the public document that a command needs before a sign-in. */
const commandSignInPath = `${managementPath}/command`

const redirectUri = 'http://127.0.0.1/callback'

function clientId(vendor: string): string {
  return `${vendor}-command`
}

/** The parts by which the command signs people in. */
export interface CommandSignIn {
  readonly clients: readonly AnyClient[]
  readonly endpoints: readonly AnyEndpoint[]
}

/** @returns the client of the command, and the endpoint that describes it; compose both, in addition to the endpoints of the API */
export function commandSignIn(...none: NoOptions): CommandSignIn {
  checkNoOptions('commandSignIn', none)
  return { clients: [commandClient], endpoints: [commandEndpoint] }
}

const commandClient: AnyClient = define({
  kind: 'client',
  name: 'command client',
  stores: ['clients'],
  clientId,
  client: ({ vendor, grantTypes }) => ({
    ...describedClient(
      {
        clientId: clientId(vendor),
        name: 'Command line',
        applicationType: 'native',
        grantTypes: ['authorization_code', 'refresh_token'],
        redirectUris: [redirectUri],
        devMode: false,
      },
      { grantTypes },
    ),
    managementAccess: true,
    alwaysPrompts: true,
  }),
})

const commandEndpoint: AnyEndpoint = define({
  kind: 'endpoint',
  takes: 'nothing',
  name: 'sign-in of the command',
  path: commandSignInPath,
  methods: ['GET', 'HEAD'],
  stores: [],
  cors: 'none',
  handle: async (_request, { issuer, vendor }) => ({
    status: 200,
    fields: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify({
      issuer,
      clientId: clientId(vendor),
      redirectUri,
      // Service users request the last one alone.
      scope: `openid profile offline_access ${apiScope(vendor)}`,
      apiScope: apiScope(vendor),
    }),
  }),
})

function apiScope(vendor: string): string {
  return `urn:${vendor}:iam:org:project:id:${vendor}:aud`
}
