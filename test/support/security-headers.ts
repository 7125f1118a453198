// The headers that every answer has, as tests demand them.
import assert from 'node:assert/strict'

export function assertSecurityHeaders({ headers }: Response, where: string): void {
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/, where)
  assert.match(policy, /frame-ancestors 'none'/, where)
  assert.match(policy, /base-uri 'none'/, where)
  assert.match(policy, /form-action /, where)
  assert.doesNotMatch(policy, /unsafe-|\*|data:|http:/, where)
  assert.equal(headers.get('x-content-type-options'), 'nosniff', where)
  assert.equal(headers.get('x-frame-options'), 'DENY', where)
  assert.match(headers.get('cross-origin-opener-policy') ?? '', /^(same-origin|unsafe-none)$/, where)
  assert.match(headers.get('referrer-policy') ?? '', /^(no-referrer|same-origin|origin)$/, where)
  assert.match(headers.get('strict-transport-security') ?? '', /^max-age=(?:[3-9]\d{7}|\d{9,})/, where)
  assert.ok(headers.get('cache-control') !== null, where)
  for (const name of ['x-powered-by', 'server', 'x-aspnet-version']) assert.equal(headers.get(name), null, where)
}
