// What of a policy browsers follow or trust: where a login without an app ends, and who may frame the pages.
import type { Resource } from '@symbolon/core-protocol'
import type { Problem } from '../report/reason.ts'
import { listProblem } from './oidc-app.ts'
import { originProblem, webUriProblem } from './uri.ts'

export function policyProblem({ defaultRedirectUri, allowedOrigins }: Resource['content']): Problem | undefined {
  const reason = typeof defaultRedirectUri === 'string' ? webUriProblem(defaultRedirectUri) : undefined
  if (reason !== undefined) return { reason, member: 'defaultRedirectUri' }
  const origins = Array.isArray(allowedOrigins) ? allowedOrigins.filter((origin) => typeof origin === 'string') : []
  return listProblem(origins, 'allowedOrigins', originProblem)
}
