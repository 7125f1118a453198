// What an owner of the instance does over its HTTP API: allows token exchange and impersonation, and reads who did what.

export type Answer = Readonly<Record<string, unknown>>

export interface Owner {
  readonly issuer: string
  /** A personal access token of a service user that holds `IAM_OWNER`. */
  readonly token: string
}

/** Token exchange is an experimental feature, and off. */
export async function enableTokenExchange(owner: Owner): Promise<void> {
  await call(owner, 'PUT', '/v2/features/instance', { oidcTokenExchange: true })
}

/** Nobody acts for anybody else before this. A PUT replaces the whole policy: what stands there is read first. */
export async function enableImpersonation(owner: Owner): Promise<void> {
  const { settings } = await call(owner, 'GET', '/v2/settings/security')
  await call(owner, 'PUT', '/v2/policies/security', { ...isAnswer(settings) ? settings : {}, enableImpersonation: true })
}

/** The audit trail, newest first. */
export async function listEvents(owner: Owner, type: string): Promise<readonly Answer[]> {
  const { events } = await call(owner, 'GET', '/admin/v1/events')
  return Array.isArray(events) ? events.filter(isAnswer).filter((event) => event['type'] === type) : []
}

/** Whether the token opens the administration. */
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
