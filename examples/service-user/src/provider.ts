// The two requests that a key file is good for, each at the endpoint that discovery names.
import { signAssertion } from './assertion.ts'
import type { KeyFile } from './key-file.ts'

export type Answer = Readonly<Record<string, unknown>>

/** A service user gets an access token for itself. https://www.rfc-editor.org/rfc/rfc7523#section-2.1 */
export async function requestAccessToken(issuer: string, keyFile: KeyFile, scope: string): Promise<string> {
  if (keyFile.type !== 'serviceaccount') throw new Error('The key of an application gets no tokens: it lets the application ask about tokens.')
  const { access_token: accessToken } = await post(issuer, 'token_endpoint', {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: await signAssertion(keyFile, issuer),
    scope,
  })
  if (typeof accessToken !== 'string') throw new Error('The provider gave no access token.')
  return accessToken
}

/** An API asks what a token that it was sent is good for. https://www.rfc-editor.org/rfc/rfc7662#section-2 */
export async function introspect(issuer: string, keyFile: KeyFile, token: string): Promise<Answer> {
  if (keyFile.type !== 'application') throw new Error('The key of a service user asks nothing about tokens: it gets them.')
  return await post(issuer, 'introspection_endpoint', {
    token,
    // https://www.rfc-editor.org/rfc/rfc7523#section-2.2
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await signAssertion(keyFile, issuer),
  })
}

async function post(issuer: string, member: 'token_endpoint' | 'introspection_endpoint', fields: Readonly<Record<string, string>>): Promise<Answer> {
  const metadata = await read(await fetch(`${issuer}/.well-known/openid-configuration`))
  const endpoint = metadata[member]
  // Whoever names another issuer in its document is not the one that was asked. https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfigurationValidation
  if (metadata['issuer'] !== issuer || typeof endpoint !== 'string') throw new Error(`${issuer} has no ${member}.`)
  return await read(await fetch(endpoint, { method: 'POST', body: new URLSearchParams(fields) }))
}

async function read(response: Response): Promise<Answer> {
  const answer: unknown = await response.json()
  if (!isAnswer(answer)) throw new Error(`${response.url} gave no JSON object.`)
  if (!response.ok) throw new Error(`${response.url} answered ${response.status} ${String(answer['error'])}: ${String(answer['error_description'])}`)
  return answer
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null
}
