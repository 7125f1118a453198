// A provider behind a real socket, and requests written byte by byte: what no HTTP client would send.
import { serve } from '@symbolon/server'
import { connect } from 'node:net'
import type { TestProvider } from './provider.ts'

export interface RawServer {
  readonly port: number
  /** Sends the bytes as they are (one character, one byte) and reads all answers, until the other side closes or has no more to say. */
  send(message: string): Promise<RawAnswer>
  close(): Promise<void>
}

export interface RawAnswer {
  /** Of the first answer; 0 when the connection was closed without one. */
  readonly status: number
  /** Of the first answer. */
  readonly headers: Headers
  /** Everything that came, all answers included. */
  readonly text: string
  /** How many answers came. */
  readonly count: number
  readonly closed: boolean
}

/** Milliseconds without a byte after which the other side is taken to keep the connection open. */
const silence = 1500
/** Milliseconds to wait for what has to come. */
const timeout = 60_000

export async function serveRaw(provider: Pick<TestProvider, 'answer'>): Promise<RawServer> {
  const served = await serve({ answer: async (request) => await provider.answer(request) }, { hostname: '127.0.0.1', port: 0 })
  return {
    port: served.port,
    send: async (message) => await sendRaw(served.port, message),
    close: async () => await served.drain(0),
  }
}

/**
 * Sends the bytes to a server on this machine. Once it falls silent, its end of the connection is asked for: what it still has to say
 * comes before, however long that takes.
 */
export async function sendRaw(port: number, message: string): Promise<RawAnswer> {
  return await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    let timer: NodeJS.Timeout | undefined
    const finish = (closed: boolean): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(readAnswer(text, closed))
    }
    let kept = false
    const wait = (milliseconds: number, then: () => void): void => {
      clearTimeout(timer)
      timer = setTimeout(then, milliseconds)
    }
    const giveUp = (): void => finish(false)
    const askForEnd = (): void => {
      kept = true
      socket.end()
      wait(timeout, giveUp)
    }
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      text += chunk
      if (!kept) wait(silence, askForEnd)
    })
    // A server that refuses while we are still sending resets the connection.
    socket.on('error', () => undefined)
    socket.on('close', () => finish(!kept))
    wait(timeout, giveUp)
    socket.write(message, 'latin1')
  })
}

function readAnswer(text: string, closed: boolean): RawAnswer {
  const [head = ''] = text.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Headers()
  for (const line of lines) headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim())
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0),
    headers,
    text,
    count: [...text.matchAll(/HTTP\/1\.1 \d{3} /g)].length,
    closed,
  }
}
