// The least work that a server can do with a form. A row that comes near its rate measures the generator.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { announce } from '../announcement.ts'

const body = JSON.stringify({ access_token: 'x'.repeat(43), token_type: 'Bearer', expires_in: 43_200, scope: 'openid' })
const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body))
})
server.listen(0, '127.0.0.1', () =>
  announce(
    {
      port: (server.address() as AddressInfo).port,
      paths: { token: '/', introspection: '/', userinfo: '/', keys: '/' },
      scope: 'openid',
      accessToken: 'x',
      refreshTokens: [],
    },
    async () => [],
  ),
)
