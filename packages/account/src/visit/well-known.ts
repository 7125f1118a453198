// Well-known paths, by which password managers find the pages of the account. They stand at the root of the host.
// https://www.rfc-editor.org/rfc/rfc8615
import { define, json } from '@symbolon/core-protocol'
import type { AnyEndpoint } from '@symbolon/core-protocol'

/** `/.well-known/change-password` redirects to the page. https://w3c.github.io/webappsec-change-password-url/ */
export function changePasswordUrl(page: string): AnyEndpoint {
  return define({
    kind: 'endpoint',
    takes: 'nothing',
    name: 'change-password URL',
    path: '/.well-known/change-password',
    beginsAt: 'host',
    methods: ['GET', 'HEAD'],
    stores: [],
    cors: 'none',
    handle: async () => ({ status: 302, fields: { location: page, 'cache-control': 'no-store' }, body: null }),
  })
}

/** `/.well-known/passkey-endpoints` names the pages that add and that manage passkeys. https://www.w3.org/TR/passkey-endpoints/ */
export function passkeyEndpoints(enroll: string, manage: string): AnyEndpoint {
  return define({
    kind: 'endpoint',
    takes: 'nothing',
    name: 'passkey endpoints',
    path: '/.well-known/passkey-endpoints',
    beginsAt: 'host',
    methods: ['GET', 'HEAD'],
    stores: [],
    cors: 'any',
    handle: async (_request, { issuer }) =>
      json(200, { enroll: issuer + enroll, manage: issuer + manage }, { 'cache-control': 'public, max-age=3600' }),
  })
}
