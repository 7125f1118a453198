// The endpoints that the packages offer, as parts.
import {
  applyEndpoint,
  eventsEndpoint,
  exportEndpoint,
  featuresEndpoint,
  importEndpoints,
  keysEndpoints,
  securityEndpoints,
} from '@symbolon/admin-api'
import {
  authorize,
  authorizeResume,
  discovery,
  endSession,
  introspection,
  keys,
  revocation,
  token,
  userinfo,
} from '@symbolon/core-protocol'
import type { AnyEndpoint, SecretHashing } from '@symbolon/core-protocol'
import { login, password, totp } from '@symbolon/login'
import { secretHashing } from '@symbolon/secret-hashing'
import { templates } from '@symbolon/ui-templates'

const hashing: SecretHashing = secretHashing()

const offered: Readonly<Record<string, readonly AnyEndpoint[]>> = {
  '@symbolon/core-protocol': [discovery, keys, authorize, authorizeResume, token, userinfo, introspection, revocation, endSession],
  '@symbolon/login': login({ ui: templates(), authenticators: [password({ hashing }), totp()] }).endpoints,
  '@symbolon/admin-api': [
    applyEndpoint({ hashing }),
    eventsEndpoint,
    exportEndpoint({ storages: {} }),
    featuresEndpoint,
    ...importEndpoints({ hashing, storages: {} }),
    ...keysEndpoints,
    ...securityEndpoints,
  ],
}

/** The rows of the table of endpoints. */
export function endpointRows(): readonly (readonly string[])[] {
  return Object.entries(offered).flatMap(([name, endpoints]) =>
    endpoints.map(({ path, methods, member }) => [
      `\`${path}\``,
      methods.join(', '),
      member === undefined ? '' : `\`${member}\``,
      `\`${name}\``,
    ]),
  )
}
