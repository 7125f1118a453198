// The least that a server on Node can do: `node:http` reads the request and sends constant text with the same headers. Only a number in each
// token changes, so that every token is new.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { announce } from '../announcement.ts'
import { app, claimsOf, clientSecret, connections, jwtRobot, nonce, user, userScope } from '../credentials.ts'
import { crossOriginHeaders, introspectionHeaders, keepAlive, keySetHeaders } from './headers.ts'
import { createSigner } from './signer.ts'
import { writeTokens } from './token-file.ts'

const [, , directory = '', liveTokens = '0'] = process.argv
const { keySet, sign } = await createSigner()
const jti = 'i'.repeat(101)
const claims = claimsOf(user)
const introspected = {
  iss: 'http://127.0.0.1:12345',
  sub: user,
  aud: [app, 'portal'],
  client_id: app,
  username: claims['preferred_username'],
}
const introspection = JSON.stringify({
  ...claims,
  active: true,
  ...introspected,
  scope: userScope,
  token_type: 'Bearer',
  jti,
  iat: 1_700_000_000,
  nbf: 1_700_000_000,
  exp: 1_700_043_200,
})
const userinfo = JSON.stringify({ ...claims, sub: user })
const keys = JSON.stringify(keySet)
const issuedNow = {
  iss: 'http://127.0.0.1:12345',
  jti,
  iat: 1_700_000_000,
  exp: 1_700_043_200,
  auth_time: 1_700_000_000,
  acr: '1',
  amr: ['pwd'],
}
const jwt = await sign({ ...issuedNow, sub: jwtRobot, aud: [jwtRobot], client_id: jwtRobot, scope: 'openid' }, 'at+jwt')
const hash = 'h'.repeat(22)
const idToken = await sign({ ...issuedNow, sub: user, aud: app, azp: app, nonce, at_hash: hash, c_hash: hash }, 'JWT')
const jwtAuthorization = `Basic ${btoa(`${jwtRobot}:${clientSecret}`)}`
let issued = 0

const server = createServer((request, response) => {
  let form = ''
  request.setEncoding('latin1').on('data', (text: string) => (form += text))
  request.on('end', () => {
    const [text, headers] = answerTo(request.url, form, request.headers.authorization)
    response.writeHead(200, { ...headers, 'content-length': text.length }).end(text)
  })
})
server.keepAliveTimeout = keepAlive
server.listen(0, '127.0.0.1', () =>
  announce(
    {
      port: (server.address() as AddressInfo).port,
      paths: { token: '/token', introspection: '/introspect', userinfo: '/userinfo', keys: '/keys' },
      scope: 'openid',
      refreshTokens: Array.from({ length: connections }, () => token('r'.repeat(65))),
      // All of one user, because the response is always the same.
      tokens: writeTokens(
        directory,
        Array.from({ length: Number(liveTokens) }, () => token('a'.repeat(66))),
        [user],
      ),
    },
    async (count) => Array.from({ length: count }, () => token('c'.repeat(43))),
  ),
)

function answerTo(
  path: string | undefined,
  form: string,
  authorization: string | undefined,
): readonly [string, Readonly<Record<string, string>>] {
  switch (path) {
    case '/token':
      return [tokenResponse(form, authorization), crossOriginHeaders]
    case '/introspect':
      return [introspection, introspectionHeaders]
    case '/userinfo':
      return [userinfo, crossOriginHeaders]
    default:
      return [keys, keySetHeaders]
  }
}

/** Ends in a number, so that it differs from every other. */
function token(start: string): string {
  issued += 1
  return `${start.slice(0, -8)}${String(issued).padStart(8, '0')}`
}

function tokenResponse(form: string, authorization = ''): string {
  if (form.startsWith('grant_type=client_credentials')) {
    const jwtWanted = authorization === jwtAuthorization
    return `{"access_token":"${token(jwtWanted ? jwt : 'a'.repeat(66))}","token_type":"Bearer","expires_in":43200,"scope":"openid"}`
  }
  const refreshToken = form.includes('grant_type=refresh_token') ? `"refresh_token":"${token('r'.repeat(65))}",` : ''
  return `{"access_token":"${token('a'.repeat(66))}","token_type":"Bearer","expires_in":43200,"id_token":"${idToken}",${refreshToken}"scope":"${userScope}"}`
}
