// SS-20: what a host answers neither ends the process nor leaves a request open. The answers are written to the socket byte by byte, because
// the server of the runtime would refuse to send them.
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { describe, test } from 'node:test'
import { guardedFetch, OutgoingRequestRefused } from '../src/index.ts'

type Answer = string | ((socket: Socket) => void)

/** Sends a request to a server that answers with these bytes. */
async function answered(answer: Answer, timeLimit = 5000): Promise<Response> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => (typeof answer === 'string' ? socket.end(answer, 'latin1') : answer(socket)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    return await guardedFetch({ allowedHosts: ['127.0.0.1'], timeLimit })(`http://127.0.0.1:${port}/`, {})
  } finally {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
    // An error after the answer would be one of this test.
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const withStatus = (status: string, fields = ''): string => `HTTP/1.1 ${status}\r\n${fields}content-length: 2\r\n\r\n{}`

describe('SS-20 an answer of a hostile host', () => {
  for (const status of ['999 Odd', '600 Odd', '099 Odd', '000 Odd', '999 Odd\x01']) {
    test(`with the status ${JSON.stringify(status)} is refused`, async () => {
      await assert.rejects(answered(withStatus(status)), OutgoingRequestRefused)
      await assert.rejects(answered(withStatus(status, 'content-encoding: gzip\r\n')), OutgoingRequestRefused)
    })
  }

  for (const fields of ['', 'upgrade: websocket\r\nconnection: upgrade\r\n']) {
    test(`that switches protocols is refused, with ${fields === '' ? 'no field' : 'the field upgrade'}`, async () => {
      const begun = Date.now()
      await assert.rejects(answered(`HTTP/1.1 101 Switching Protocols\r\n${fields}\r\n{}`), OutgoingRequestRefused)
      assert.ok(Date.now() - begun < 4000, 'before the time limit')
    })
  }

  for (const status of [100, 102, 103]) {
    test(`is refused after too many interim responses with the status ${status}`, async () => {
      const flood = `HTTP/1.1 ${status} Wait\r\n\r\n`.repeat(1000)
      await assert.rejects(answered(flood + withStatus('200 OK')), OutgoingRequestRefused)
      await assert.rejects(
        answered((socket) => {
          const write = (): void => {
            while (!socket.destroyed && socket.write(flood));
          }
          socket.on('drain', write)
          write()
        }),
        OutgoingRequestRefused,
      )
    })
  }

  test('may follow a few interim responses', async () => {
    const response = await answered(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n${withStatus('200 OK')}`)
    assert.deepEqual([response.status, await response.json()], [200, {}])
  })

  test('has no reason phrase, whatever the host sends', async () => {
    for (const reason of ['OK', '', 'caf\xe9', 'a\x01b', 'a\x7fb', 'a\tb', '\x80\xff']) {
      const outcome = await answered(withStatus(`200 ${reason}`)).catch((error: unknown) => error)
      if (outcome instanceof Response) assert.deepEqual([outcome.status, outcome.statusText], [200, ''])
      else assert.ok(outcome instanceof Error, 'the parser refuses some control characters')
    }
  })

  test('with odd fields is read or refused', async () => {
    const odd = [
      '__proto__: x\r\n',
      'constructor: x\r\n',
      'x: a\x01b\r\n',
      'x: a\x00b\r\n',
      'x: \xff\xfe\r\n',
      'x:\r\n',
      ': x\r\n',
      'a b: x\r\n',
      'x: a\rb\r\n',
      'x: a\nb\r\n',
      'set-cookie: a\r\nset-cookie: \x7f\r\n',
      'content-encoding: __proto__\r\n',
      'content-encoding:\r\n',
      'content-encoding: gzip\r\ncontent-encoding: gzip\r\n',
      'transfer-encoding: chunked\r\n',
      'content-length: 3\r\n',
      'content-length: -1\r\n',
      `x: ${'y'.repeat(100_000)}\r\n`,
      'x: y\r\n'.repeat(3000),
    ]
    for (const fields of odd) {
      const outcome = await answered(withStatus('200 OK', fields)).catch((error: unknown) => error)
      assert.ok(outcome instanceof Response || outcome instanceof Error, JSON.stringify(fields.slice(0, 40)))
    }
  })

  test('without content, but with an encoding or a body, is read or refused', async () => {
    for (const status of ['204 No Content', '205 Reset Content', '304 Not Modified'])
      for (const fields of ['', 'content-encoding: gzip\r\n', 'content-encoding: zstd\r\n']) {
        const outcome = await answered(withStatus(status, fields)).catch((error: unknown) => error)
        assert.ok(outcome instanceof Response ? outcome.body === null : outcome instanceof Error, status + fields)
      }
  })

  test('that is not HTTP, or ends at once, is an error', async () => {
    for (const bytes of ['', '\r\n', 'SSH-2.0-OpenSSH\r\n', 'HTTP/1.1 200', 'HTTP/9.9 200 OK\r\n\r\n', '\x16\x03\x01\x00\x05'])
      await assert.rejects(answered(bytes), Error, JSON.stringify(bytes))
  })
})
