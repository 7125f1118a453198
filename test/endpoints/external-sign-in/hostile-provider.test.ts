// SS-20: an identity provider whose answers are not valid HTTP ends a sign-in with an error page, and nothing else.
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { sendTo } from '../../../packages/outgoing/src/send-to.ts'
import { authorizationUrl, codeOf } from '../../support/code-flow.ts'
import { answerOf, leave, linkedToBob, providerLink, signInThere, startFederation } from '../../support/external-sign-in.ts'

const hostile = createServer((socket) => {
  socket.on('error', () => undefined)
  socket.once('data', () => socket.end('HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\n{}'))
})
before(async () => await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve)))
after(() => hostile.close())

for (const [path, status] of [
  ['/.well-known/openid-configuration', 502],
  ['/oauth/v2/token', 403],
  ['/oauth/v2/keys', 403],
  ['/oidc/v1/userinfo', 403],
] as const)
  test(`SS-20 the status 999 of ${path} ends the sign-in with an error page, and the next sign-in succeeds`, async () => {
    let isHostile = true
    const federation = await startFederation({
      document: linkedToBob(),
      async instead({ url, method, headers }) {
        if (!isHostile || new URL(url).pathname !== path) return undefined
        const { port } = hostile.address() as AddressInfo
        return await sendTo(['127.0.0.1'], new URL(`http://127.0.0.1:${port}${path}`), { method, headers })
      },
    })
    try {
      const { local } = federation
      const userAgent = local.newUserAgent()
      const first = await userAgent.get(authorizationUrl(local))
      const page = path.startsWith('/.well-known')
        ? await userAgent.get(providerLink(first))
        : await userAgent.get(await answerOf(federation, await leave(userAgent, first)))
      assert.deepEqual([page.status, /Sign-in failed/.test(page.text)], [status, true])
      isHostile = false
      assert.ok(codeOf(await signInThere(federation, local.newUserAgent())))
    } finally {
      await federation.close()
    }
  })
