// Host names of organizations: https://www.rfc-editor.org/rfc/rfc1123#section-2.1. International names come as Punycode, because two
// names that look alike must not pass for each other in login names.
import type { Problem } from '../report/reason.ts'

export function domainNameProblem(domainName: string): Problem | undefined {
  const labels = domainName.split('.')
  return domainName.length <= 253 && labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
    ? undefined
    : { reason: 'domain_malformed', member: 'domainName' }
}
