// Sends mails through an SMTP server, over TLS unless the server is on this machine. https://www.rfc-editor.org/rfc/rfc5321
import type { Mail, Mailer } from '@symbolon/login'
import { createTransport } from 'nodemailer'

/** The time limit for the connection and for the greeting, milliseconds. The defaults of the library are minutes. */
const connectLimit = 15_000
/**
 * The time limit for silence afterwards, milliseconds. Servers examine a mail before they accept it, and a mail that was accepted is sent
 * again if the answer comes too late. The mail of a server that is silent for nearly as long at each of its four commands is still given up
 * before another instance takes it over. https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.2.6
 */
const silenceLimit = 60_000
/** How long the server may take to close the connection after a mail, milliseconds. Until then the connection keeps the process alive. */
const closeTimeLimit = 500

/** The library reads an address as a list of recipients, so anything that could separate two of them is refused. */
const oneMailbox = /^[^\s@<>()[\],;:\\"]+@[A-Za-z0-9.-]+$/

/** Options of {@link mailSmtp}. */
export interface MailSmtpOptions {
  /**
   * `smtp://user:password@host:port`, which requires STARTTLS unless the host is this machine, or `smtps://…`, which is TLS from the first
   * byte. Default ports: 587 and 465. https://www.rfc-editor.org/rfc/rfc8314#section-3
   */
  readonly url: string
  /** The sender: `id@acme.example`, or `Acme <id@acme.example>`. */
  readonly from: string
  /**
   * The host name with which this machine introduces itself (EHLO). Default: the domain of the sender. The name of a container has no domain, and
   * many relays refuse an address such as `[127.0.0.1]`. https://www.rfc-editor.org/rfc/rfc5321#section-4.1.1.1
   */
  readonly clientName?: string
  /** Certificates (PEM) that are trusted instead of those of the runtime. */
  readonly ca?: string
  /** The longest time to connect, to wait for the greeting, and of silence afterwards, milliseconds. Default: 15 seconds, and 60 of silence. */
  readonly timeLimit?: number
}

/**
 * Creates a mailer for an SMTP server.
 *
 * @example mailSmtp({ url: 'smtp://user:password@mail.example:587', from: 'Acme <id@acme.example>' })
 * @throws TypeError with a `code`: `smtp_url`, `mail_from`
 */
export function mailSmtp({ url, from, clientName, ca, timeLimit }: MailSmtpOptions): Mailer {
  const server = readUrl(url)
  const sender = readSender(from)
  const transport = createTransport({
    ...server,
    name: clientName ?? domainOf(sender.address),
    connectionTimeout: timeLimit ?? connectLimit,
    greetingTimeout: timeLimit ?? connectLimit,
    socketTimeout: timeLimit ?? silenceLimit,
    dnsTimeout: timeLimit ?? connectLimit,
    socketCloseTimeout: closeTimeLimit,
    ...(ca === undefined ? {} : { tls: { ca } }),
    // The content is text. Without these, a content that is an object could name a file or an address to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail, stopping) {
      if (!oneMailbox.test(mail.to.address)) return 'refused'
      try {
        const { rejected } = await transport.sendMail({ ...messageOf(mail, sender), signal: stopping })
        return rejected.length === 0 ? 'accepted' : 'refused'
      } catch (error) {
        if (isPermanent(error)) return 'refused'
        throw error
      }
    },
  }
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}

interface Sender {
  readonly name: string
  readonly address: string
}

function messageOf(
  { id, to, subject, text, html, images }: Mail,
  from: Sender,
): Parameters<ReturnType<typeof createTransport>['sendMail']>[0] {
  return {
    from,
    // An object, never text: a comma in text would add a recipient.
    to: { name: to.name, address: to.address },
    envelope: { from: from.address, to: [to.address] },
    subject,
    text,
    html,
    // In one part with the HTML, so that mail programs show them in their place and list no attachment.
    attachments: images.map(({ contentId, contentType, bytes }) => ({
      cid: contentId,
      contentType,
      content: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')),
      encoding: 'base64',
      contentDisposition: 'inline' as const,
      filename: false as const,
    })),
    messageId: `<${id}@${domainOf(from.address)}>`,
    headers: {
      // No automatic replies. https://www.rfc-editor.org/rfc/rfc3834#section-5
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
  }
}

/** Whether the server refused the recipient or the message for good. https://www.rfc-editor.org/rfc/rfc5321#section-4.2.1 */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false
  const { code, responseCode } = error
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number' && responseCode >= 500
}

interface Server {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly requireTLS: boolean
  readonly ignoreTLS: boolean
  readonly auth?: { readonly user: string; readonly pass: string }
}

/** Also checks the address, so that a wrong one fails when the service starts and not with the first mail. */
function readUrl(text: string): Server {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname) || url.search !== '') {
    throw invalidOption(
      'smtp_url',
      'The address of the SMTP server must be smtp://host:port or smtps://host:port, with user:password@ where it needs them.',
    )
  }
  const secure = url.protocol === 'smtps:'
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    // Someone between the two could remove the offer of STARTTLS and read the codes. https://www.rfc-editor.org/rfc/rfc3207#section-6
    requireTLS: !isLocal,
    // No attacker is between this process and a server on the same machine, whose certificate rarely names `localhost`.
    ignoreTLS: isLocal && !secure,
    ...(url.username === '' ? {} : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
  }
}

function readSender(text: string): Sender {
  const { name = '', address = text.trim() } = /^\s*(?<name>[^<>]*?)\s*<(?<address>[^<>]+)>\s*$/.exec(text)?.groups ?? {}
  if (!/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(address) || /[\r\n]/.test(name)) {
    throw invalidOption('mail_from', 'The sender must be an address such as id@acme.example, or Acme <id@acme.example>.')
  }
  return { name: name.replace(/^"|"$/g, ''), address }
}

function invalidOption(code: string, message: string): TypeError {
  return Object.assign(new TypeError(message), { code })
}
