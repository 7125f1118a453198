// A real SMTP server that receives mails for a test.
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'

/** A mail as the server received it. */
export interface ReceivedMail extends Email {
  /** The recipients of the envelope. */
  readonly recipients: readonly string[]
  /** The whole message. */
  readonly source: string
}

/** A running server. */
export interface MailServer {
  /** For `mailSmtp`. */
  readonly url: string
  readonly received: readonly ReceivedMail[]
  /** The next mail that has not been returned yet; waits for it. */
  next(): Promise<ReceivedMail>
  close(): Promise<void>
}

/**
 * Starts a server on loopback. It takes every mail, unless `options` say otherwise.
 * @param options of smtp-server, e.g. `onRcptTo`, or `secure` with `key` and `cert`
 * @param host an address of this machine
 */
export async function mailServer(options: Partial<SMTPServerOptions> = {}, host = '127.0.0.1'): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const waiting: ((mail: ReceivedMail) => void)[] = []
  let returned = 0

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const source = Buffer.concat(chunks)
        void PostalMime.parse(source).then((mail) => {
          const whole = { ...mail, recipients: session.envelope.rcptTo.map(({ address }) => address), source: source.toString() }
          received.push(whole)
          const resolve = waiting.shift()
          if (resolve !== undefined) {
            returned++
            resolve(whole)
          }
          callback()
        }, callback)
      })
    },
    ...options,
  })
  // A client that breaks off is part of some tests.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `${options.secure === true ? 'smtps' : 'smtp'}://${host}:${port}`,
    received,
    next: async () => {
      const mail = received[returned]
      if (mail === undefined) return await new Promise((resolve) => waiting.push(resolve))
      returned++
      return mail
    },
    close: async () => await new Promise((resolve) => server.close(() => resolve())),
  }
}

/** An error response of the server, for the functions of `options`. */
export function smtpRefusal(responseCode: number): Error {
  return Object.assign(new Error('refused by the test'), { responseCode })
}
