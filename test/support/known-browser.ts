// A browser after the sign-out: of the one before, it has the cookie by which people are known in it, and nothing else.
import type { UserAgent } from '@symbolon/test-kit'
import type { TestProvider } from './provider.ts'

export function signedOutCopy(provider: TestProvider, userAgent: UserAgent): UserAgent {
  const known = userAgent.cookies.list().find(({ name }) => name === '__Host-symbolon-browser')
  if (known === undefined) throw new Error('No user is known in this browser.')
  const copy = provider.newUserAgent()
  copy.cookies.set(known.name, known.value, new URL(provider.issuer))
  return copy
}
