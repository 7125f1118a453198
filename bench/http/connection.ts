// A keep-alive connection of the generator, with as little work for each exchange as possible: the request is prepared text, and only the
// status, the length and the body of the response are read.
import { once } from 'node:events'
import { connect } from 'node:net'

export interface Answer {
  readonly status: number
  /** The status line and the headers. */
  readonly head: string
  readonly body: string
}

export interface Connection {
  /** Sends one request at a time. @throws Error when the response has no length, or when the connection ends */
  exchange(request: string): Promise<Answer>
  close(): void
}

const headEnd = Buffer.from('\r\n\r\n')

export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  let waiting: PromiseWithResolvers<Answer> | undefined
  let received: Buffer = Buffer.alloc(0)

  function fail(error: Error): void {
    waiting?.reject(error)
    waiting = undefined
  }

  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    try {
      const end = received.indexOf(headEnd)
      if (end < 0) return
      const head = received.toString('latin1', 0, end)
      const start = end + headEnd.length
      const length = lengthOf(head)
      if (received.length < start + length) return
      const answer = { status: Number(head.slice(9, 12)), head, body: received.toString('utf8', start, start + length) }
      received = Buffer.alloc(0)
      const answered = waiting
      waiting = undefined
      answered?.resolve(answer)
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)))
    }
  })
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('The server closed the connection')))

  return {
    exchange(request) {
      waiting = Promise.withResolvers()
      socket.write(request)
      return waiting.promise
    },
    close: () => socket.destroy(),
  }
}

/** @returns the request as text */
export function requestText(method: string, path: string, headers: Readonly<Record<string, string>>, body: string): string {
  const length = method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {}
  const lines = Object.entries({ host: '127.0.0.1', ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

function lengthOf(head: string): number {
  const length = /\r\ncontent-length: *([0-9]+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`A response without a length: ${head}`)
  return Number(length)
}
