// A proxy before a Postgres server that fails on purpose: at a chosen statement, between two messages of the protocol or in the middle of
// an answer. It reads of the protocol where a statement and its answer end.
// https://www.postgresql.org/docs/current/protocol-message-formats.html
import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** When the connection of a statement is cut. */
export type Cut =
  /** The server never gets the statement. */
  | 'before'
  /** The server gets the statement, and the client loses its connection at once. */
  | 'sent'
  /** The server has executed the statement, and committed if it commits. Nothing of the answer arrives. */
  | 'executed'
  /** As `executed`, but the first half of the answer arrives. */
  | 'half-answered'

export interface FaultProxy {
  /** `127.0.0.1:` and its port. */
  readonly host: string
  /** Cuts the connection of one statement of those that are sent from now on. @param passing how many pass before it */
  cut(passing: number, how: Cut): void
  /** The text of the statement that was cut; undefined while none was. */
  readonly struck: string | undefined
  /** Every statement is passed on again. Resolves when the server has done with those that were cut. */
  heal(): Promise<void>
  /** Statements wait for so many milliseconds before they are passed on. */
  slow(milliseconds: number): void
  /** While on, no answer is passed on, and no connection is closed. */
  silence(on: boolean): void
  /** While on, there is no connection: those that are open are closed, and new ones are closed at once. */
  refuse(on: boolean): void
  close(): Promise<void>
}

interface Faults {
  passing: number
  cut: Cut | undefined
  struck: string | undefined
  delay: number
  silent: boolean
  refusing: boolean
}

/** @param port of the server, on the loopback interface */
export async function startFaultProxy(port: number): Promise<FaultProxy> {
  const faults: Faults = { passing: 0, cut: undefined, struck: undefined, delay: 0, silent: false, refusing: false }
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    // An error is followed by `close`. Messages are passed on one by one, and none waits for the acknowledgement of the one before it.
    return socket
      .setNoDelay(true)
      .on('error', () => undefined)
      .on('close', () => sockets.delete(socket))
  }
  const cutOff = new Set<Promise<void>>()
  const proxy = createServer((client) => {
    keep(client)
    if (faults.refusing) return void client.destroy()
    const upstream = keep(connect(port, '127.0.0.1'))
    const ended = new Promise<void>((resolve) => {
      upstream.once('close', () => resolve())
    })
    passOn(client, upstream, faults, () => cutOff.add(ended))
  })
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve)
  })
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('There is no port')
  return {
    host: `127.0.0.1:${address.port}`,
    cut(passing, how) {
      Object.assign(faults, { passing, cut: how, struck: undefined })
    },
    get struck() {
      return faults.struck
    },
    async heal() {
      faults.cut = undefined
      await Promise.all(cutOff)
      cutOff.clear()
    },
    slow: (milliseconds) => void (faults.delay = milliseconds),
    silence: (on) => void (faults.silent = on),
    refuse(on) {
      faults.refusing = on
      if (on) for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => {
        proxy.close(resolve)
      })
    },
  }
}

/** Passes the messages of one connection on. @param onCut called when the connection is cut */
function passOn(client: Socket, upstream: Socket, faults: Faults, onCut: () => void): void {
  const fromClient = new Messages(false)
  const fromServer = new Messages(true)
  const texts = new Map<string, string>()
  let isReady = false
  let statement: Buffer[] = []
  let answer: Buffer[] = []
  let cut: Cut | undefined

  async function send(messages: readonly Buffer[]): Promise<void> {
    const text = textOf(messages, texts)
    if (faults.cut !== undefined && faults.passing-- === 0) {
      cut = faults.cut
      Object.assign(faults, { cut: undefined, struck: text })
      onCut()
    }
    if (cut === 'before') return destroyBoth()
    if (faults.delay > 0) await sleep(faults.delay)
    const bytes = Buffer.concat(messages)
    // The server reads the statement before it finds that the connection has ended.
    if (cut === 'sent') {
      upstream.end(bytes)
      client.destroy()
    } else upstream.write(bytes)
  }

  function destroyBoth(): void {
    client.destroy()
    upstream.destroy()
  }

  client.on('data', (bytes) => {
    for (const message of fromClient.read(bytes)) {
      const kind = isReady ? kindOf(message) : undefined
      if (kind === undefined || kind === 'X') upstream.write(message)
      else statement.push(message)
      if (kind !== 'Q' && kind !== 'S') continue
      const messages = statement
      statement = []
      void send(messages)
    }
  })
  client.on('close', () => {
    if (cut !== 'sent') upstream.destroy()
  })
  upstream.on('data', (bytes) => {
    for (const message of fromServer.read(bytes)) {
      const isEnd = kindOf(message) === 'Z'
      isReady ||= isEnd
      answer.push(message)
      if (cut === undefined) {
        if (!faults.silent) client.write(message)
      } else if (isEnd && cut !== 'sent') {
        const whole = Buffer.concat(answer)
        if (cut === 'half-answered') client.write(whole.subarray(0, Math.floor(whole.length / 2)))
        client.end()
        upstream.destroy()
      }
      if (isEnd) answer = []
    }
  })
  upstream.on('close', () => client.destroySoon())
}

/** Splits bytes into messages. */
class Messages {
  #rest: Buffer = Buffer.alloc(0)
  /** The first message of a client has no kind. */
  #hasKind: boolean

  constructor(hasKind: boolean) {
    this.#hasKind = hasKind
  }

  read(bytes: Buffer): Buffer[] {
    const messages: Buffer[] = []
    let rest = Buffer.concat([this.#rest, bytes])
    for (;;) {
      const start = this.#hasKind ? 1 : 0
      const length = rest.length < start + 4 ? Infinity : start + rest.readUInt32BE(start)
      if (rest.length < length) break
      messages.push(rest.subarray(0, length))
      rest = rest.subarray(length)
      this.#hasKind = true
    }
    this.#rest = rest
    return messages
  }
}

function kindOf(message: Buffer): string {
  return String.fromCharCode(message[0] ?? 0)
}

/** The SQL of a statement. @param texts of the statements that the connection has names for */
function textOf(messages: readonly Buffer[], texts: Map<string, string>): string {
  let text = ''
  for (const message of messages) {
    const [first = '', second = ''] = message.subarray(5).toString('latin1').split('\0', 2)
    const kind = kindOf(message)
    if (kind === 'Q') text = first
    if (kind === 'P') texts.set(first, second)
    // Bind names a portal, and then the statement.
    if (kind === 'B') text = texts.get(second) ?? ''
  }
  return text
}
