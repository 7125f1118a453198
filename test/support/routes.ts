// Every route of the composition that tests use, for what has to hold at all of them.
import {
  authorizationServerMetadata,
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
import type { AnyEndpoint } from '@symbolon/core-protocol'
import { login, password, totp } from '@symbolon/login'
import { templates } from '@symbolon/ui-templates'
import { testHashing } from './hashing.ts'

export const routes: readonly AnyEndpoint[] = [
  discovery,
  authorizationServerMetadata(''),
  keys,
  authorize,
  authorizeResume,
  token,
  userinfo,
  introspection,
  revocation,
  endSession,
  ...login({ ui: templates(), authenticators: [password({ hashing: testHashing }), totp()] }).endpoints,
]

/** Paths that nothing answers for. */
export const unknownPaths: readonly string[] = ['/', '/nothing', '/oauth/v2', '/.well-known/webfinger']

/** The paths of pages that are shown to a browser. */
export function isPage({ path }: Pick<AnyEndpoint, 'path'>): boolean {
  return path.startsWith('/ui/login') && !path.includes('/assets/')
}
