// The console is a confidential client of the provider that serves it. Its secret is derived from the master key, and no document describes it.
// https://www.rfc-editor.org/rfc/rfc6749#section-2.1
import { define, describedClient, digest } from '@symbolon/core-protocol'
import type { AnyClient, Context } from '@symbolon/core-protocol'

/** The path of the console. */
export const consolePath = '/ui/console'

/** Where the browser comes back with a code. */
export const callbackPath: string = `${consolePath}/callback`

/** Seconds for which a proof counts as fresh. */
export const freshness = 300

/** @returns the client id of the console */
export function consoleClientId(vendor: string): string {
  return `${vendor}-console`
}

/** @returns the secret of the console. It is never stored, and never leaves the processes of the instance. */
export function consoleClientSecret({ sealing }: Pick<Context, 'sealing'>): string {
  return sealing.derive('console client secret', consolePath)
}

/** The client, as a part of the provider. */
export const consoleClient: AnyClient = define({
  kind: 'client',
  name: 'console client',
  stores: ['clients'],
  clientId: consoleClientId,
  client: ({ issuer, sealing, vendor, grantTypes }) =>
    describedClient(
      {
        clientId: consoleClientId(vendor),
        name: 'Console',
        clientSecretDigest: digest(consoleClientSecret({ sealing })),
        grantTypes: ['authorization_code'],
        redirectUris: [`${issuer}${callbackPath}`],
        postLogoutRedirectUris: [`${issuer}${consolePath}`],
        // An issuer over http is on a loopback address.
        devMode: issuer.startsWith('http:'),
      },
      { grantTypes },
    ),
})
