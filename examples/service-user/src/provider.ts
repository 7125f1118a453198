// The two requests that a key file authenticates, each at the endpoint that discovery names.
import { signAssertion } from './assertion.ts'
import type { KeyFile } from './key-file.ts'

export type Answer = Readonly<Record<string, unknown>>

/** Gets an access token for the service user of the key file. https://www.rfc-editor.org/rfc/rfc7523#section-2.1 */
export async function requestAccessToken(issuer: string, keyFile: KeyFile, scope: string): Promise<string> {
  if (keyFile.type !== 'serviceaccount')
    throw new Error('The key file of an application authenticates introspection and cannot get tokens.')
  const { access_token: accessToken } = await post(issuer, 'token_endpoint', {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: await signAssertion(keyFile, issuer),
    scope,
  })
  if (typeof accessToken !== 'string') throw new Error('The token response has no access token.')
  return accessToken
}

/** Introspects a token that an API has received. https://www.rfc-editor.org/rfc/rfc7662#section-2 */
export async function introspect(issuer: string, keyFile: KeyFile, token: string): Promise<Answer> {
  if (keyFile.type !== 'application') throw new Error('The key file of a service user gets tokens and cannot authenticate introspection.')
  return await post(issuer, 'introspection_endpoint', {
    token,
    // https://www.rfc-editor.org/rfc/rfc7523#section-2.2
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await signAssertion(keyFile, issuer),
  })
}

async function post(
  issuer: string,
  member: 'token_endpoint' | 'introspection_endpoint',
  fields: Readonly<Record<string, string>>,
): Promise<Answer> {
  const metadata = await read(await fetch(`${issuer}/.well-known/openid-configuration`))
  const endpoint = metadata[member]
  // The document must name the issuer that was asked. https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfigurationValidation
  if (metadata['issuer'] !== issuer || typeof endpoint !== 'string') throw new Error(`${issuer} has no ${member}.`)
  return await read(await fetch(endpoint, { method: 'POST', body: new URLSearchParams(fields) }))
}

async function read(response: Response): Promise<Answer> {
  const answer: unknown = await response.json()
  if (!isAnswer(answer)) throw new Error(`${response.url} did not answer with a JSON object.`)
  if (!response.ok)
    throw new Error(`${response.url} answered ${response.status} ${String(answer['error'])}: ${String(answer['error_description'])}`)
  return answer
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null
}
