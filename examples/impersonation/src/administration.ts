// What an owner of the instance does by its HTTP API: enables token exchange and impersonation, and reads the audit trail.

export type Answer = Readonly<Record<string, unknown>>

export interface Owner {
  readonly issuer: string
  /** A personal access token of a service user that holds `IAM_OWNER`. */
  readonly token: string
}

/** Enables token exchange, an experimental feature that is off by default. */
export async function enableTokenExchange(owner: Owner): Promise<void> {
  await call(owner, 'PUT', '/v2/features/instance', { oidcTokenExchange: true })
}

/** Enables impersonation in the security policy. A PUT replaces the whole policy, so the current one is read first. */
export async function enableImpersonation(owner: Owner): Promise<void> {
  const { settings } = await call(owner, 'GET', '/v2/settings/security')
  await call(owner, 'PUT', '/v2/policies/security', { ...(isAnswer(settings) ? settings : {}), enableImpersonation: true })
}

/** The audit trail, newest first. */
export async function listEvents(owner: Owner, type: string): Promise<readonly Answer[]> {
  const { events } = await call(owner, 'GET', '/admin/v1/events')
  return Array.isArray(events) ? events.filter(isAnswer).filter((event) => event['type'] === type) : []
}

/** Whether the token gives access to the administration. */
export async function mayAdministrate({ issuer, token }: Owner): Promise<boolean> {
  return (await fetch(`${issuer}/admin/v1/events`, { headers: { authorization: `Bearer ${token}` } })).ok
}

async function call({ issuer, token }: Owner, method: string, path: string, body?: Answer): Promise<Answer> {
  const response = await fetch(issuer + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  if (!response.ok || !isAnswer(answer)) throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`)
  return answer
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
