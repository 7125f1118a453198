// Mails to a real SMTP server: what arrives, for whom, and what happens when the server refuses.
import type { Mail } from '@symbolon/login'
import { mailServer, smtpRefusal } from '@symbolon/test-kit'
import type { MailServer } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { describe, test } from 'node:test'
import { mailSmtp } from '../src/index.ts'

const mail: Mail = {
  id: 'mail-1',
  to: { name: 'Zoë Liddell', address: 'zoe@acme.example' },
  subject: 'Your code',
  text: 'The code is ABC234.',
  html: '<p>The code is <b>ABC234</b>.</p>',
  images: [],
  locale: 'en',
  purpose: 'recovery',
}

/** Of a provider that does not close. */
const going = new AbortController().signal

async function withServer(
  run: (server: MailServer, send: (changes?: Partial<Mail>) => Promise<string>) => Promise<void>,
  options: Parameters<typeof mailServer>[0] = {},
): Promise<void> {
  const server = await mailServer(options)
  const mailer = mailSmtp({ url: server.url, from: 'Acme Sign-in <id@login.acme.example>' })
  try {
    await run(server, async (changes = {}) => await mailer.send({ ...mail, ...changes }, going))
  } finally {
    await server.close()
  }
}

/** Answers as an SMTP server until it has the whole message, and then says nothing any more. */
function takesMessage(socket: Socket): void {
  let inMessage = false
  socket.write('220 mail.example\r\n')
  socket.setEncoding('latin1').on('data', (data) => {
    if (inMessage) return
    inMessage = /^DATA/im.test(String(data))
    socket.write(inMessage ? '354 go on\r\n' : '250 mail.example\r\n')
  })
}

test('the machine introduces itself with the configured name, or with the domain of the sender', async () => {
  const greetings: string[] = []
  const server = createServer((socket) => {
    socket.write('220 mail.example\r\n')
    socket.setEncoding('latin1').on('data', (data) => {
      greetings.push(String(data).trim())
      socket.write('550 no\r\n')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `smtp://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  const from = 'Acme <id@login.acme.example>'
  try {
    for (const mailer of [mailSmtp({ url, from }), mailSmtp({ url, from, clientName: 'id.acme.example' })])
      await mailer.send(mail, going).catch(() => undefined)
  } finally {
    server.close()
  }
  assert.deepEqual(
    greetings.filter((each) => each.startsWith('EHLO')),
    ['EHLO login.acme.example', 'EHLO id.acme.example'],
  )
})

test('a mail arrives as text and HTML, from the configured sender', () =>
  withServer(async (server, send) => {
    assert.equal(await send(), 'accepted')
    const received = await server.next()
    assert.equal(received.subject, 'Your code')
    assert.equal(received.text?.trim(), mail.text)
    assert.equal(received.html?.trim(), mail.html)
    assert.deepEqual(received.from, { name: 'Acme Sign-in', address: 'id@login.acme.example' })
    assert.deepEqual(received.to, [{ name: 'Zoë Liddell', address: 'zoe@acme.example' }])
    assert.deepEqual(received.recipients, ['zoe@acme.example'])
    assert.equal(received.messageId, '<mail-1@login.acme.example>')
  }))

test('an image goes along in one part with the HTML that shows it', () =>
  withServer(async (server, send) => {
    const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47])
    const html = '<img src="cid:logo@id.example" alt="">'
    assert.equal(await send({ html, images: [{ contentId: 'logo@id.example', contentType: 'image/png', bytes }] }), 'accepted')
    const { attachments, html: received, source, text } = await server.next()
    assert.deepEqual(
      attachments.map(({ contentId, mimeType, disposition, content }) => [contentId, mimeType, disposition, content]),
      [['<logo@id.example>', 'image/png', 'inline', bytes.buffer]],
    )
    assert.deepEqual([received?.trim(), text?.trim()], [html, mail.text])
    assert.match(source, /multipart\/alternative[^]*multipart\/related/)
  }))

test('a mail says that it is automatic, and asks for no reply', () =>
  withServer(async (server, send) => {
    await send()
    const { headers } = await server.next()
    const header = (key: string): string | undefined => headers.find((each) => each.key === key)?.value
    assert.equal(header('auto-submitted'), 'auto-generated')
    assert.equal(header('x-auto-response-suppress'), 'All')
    for (const absent of ['reply-to', 'list-unsubscribe', 'return-receipt-to']) assert.equal(header(absent), undefined)
  }))

describe('MA-02 the recipient is one mailbox', () => {
  const names = [
    'Ann, bob@evil.example',
    'Ann" <bob@evil.example>, "',
    'Ann\r\nBcc: bob@evil.example',
    'Ann <bob@evil.example>',
    'Ann\u0000',
  ]
  for (const name of names) {
    test(`the name ${JSON.stringify(name)} adds neither a recipient nor a header`, () =>
      withServer(async (server, send) => {
        assert.equal(await send({ to: { name, address: 'ann@acme.example' } }), 'accepted')
        const { recipients, to, bcc } = await server.next()
        assert.deepEqual(recipients, ['ann@acme.example'])
        assert.deepEqual(
          to?.map(({ address }) => address),
          ['ann@acme.example'],
        )
        assert.equal(bcc, undefined)
      }))
  }

  for (const address of [
    'ann@acme.example, bob@evil.example',
    'ann@acme.example>\r\nRCPT TO:<bob@evil.example',
    '<bob@evil.example>ann@acme.example',
  ]) {
    test(`the address ${JSON.stringify(address)} reaches no other recipient`, () =>
      withServer(async (server, send) => {
        assert.equal(await send({ to: { name: 'Ann', address } }), 'refused')
        await send()
        const all = server.received.flatMap(({ recipients }) => recipients)
        assert.deepEqual(all, ['zoe@acme.example'])
      }))
  }

  test('a line break in the subject adds no header', () =>
    withServer(async (server, send) => {
      await send({ subject: 'Hello\r\nBcc: bob@evil.example' })
      const { recipients, bcc } = await server.next()
      assert.deepEqual(recipients, ['zoe@acme.example'])
      assert.equal(bcc, undefined)
    }))
})

test('a content that looks like a file is sent as text, and no file is read', () =>
  withServer(async (server, send) => {
    const forged = { path: '/etc/hostname' } as unknown as string
    await send({ html: forged }).catch(() => undefined)
    await send({ text: 'Afterwards.' })
    assert.ok(server.received.some(({ text }) => text?.includes('Afterwards.')))
    assert.ok(server.received.every(({ source }) => !source.includes('hostname')))
  }))

describe('MA-05 refusals', () => {
  for (const at of ['onMailFrom', 'onRcptTo'] as const) {
    test(`550 at ${at} is for good`, () =>
      withServer(async (_server, send) => assert.equal(await send(), 'refused'), {
        [at]: (_address: unknown, _session: unknown, callback: (error?: Error) => void) => callback(smtpRefusal(550)),
      }))

    test(`451 at ${at} may pass`, () =>
      withServer(async (_server, send) => assert.equal(await send().catch(() => 'rejects'), 'rejects'), {
        [at]: (_address: unknown, _session: unknown, callback: (error?: Error) => void) => callback(smtpRefusal(451)),
      }))
  }

  for (const [code, outcome] of [
    [554, 'refused'],
    [452, 'rejects'],
  ] as const) {
    test(`${code} for the message ${outcome === 'refused' ? 'is for good' : 'may pass'}`, () =>
      withServer(async (_server, send) => assert.equal(await send().catch(() => 'rejects'), outcome), {
        onData(stream, _session, callback) {
          stream.resume()
          stream.on('end', () => callback(smtpRefusal(code)))
        },
      }))
  }

  for (const [when, talk] of [
    ['after the connection', () => undefined],
    ['in the middle of an answer', (socket: Socket) => void socket.write('220-mail.example')],
    ['after the message', takesMessage],
  ] as const) {
    test(`a server that hangs ${when} is given up, and may come back`, async () => {
      const sockets = new Set<Socket>()
      const server = createServer((socket) => {
        sockets.add(socket.on('error', () => undefined))
        talk(socket)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      try {
        const mailer = mailSmtp({ url: `smtp://127.0.0.1:${port}`, from: 'id@acme.example', timeLimit: 200 })
        await assert.rejects(mailer.send(mail, going), { code: 'ETIMEDOUT' })
        // A provider that closes does not wait for the time limit.
        const patient = mailSmtp({ url: `smtp://127.0.0.1:${port}`, from: 'id@acme.example', timeLimit: 600_000 })
        const [stopping, before] = [new AbortController(), sockets.size]
        const sending = patient.send(mail, stopping.signal)
        while (sockets.size === before) await new Promise((resolve) => setImmediate(resolve))
        stopping.abort()
        await assert.rejects(sending, { name: 'AbortError' })
      } finally {
        for (const socket of sockets) socket.destroy()
        await new Promise((resolve) => server.close(resolve))
      }
    })
  }

  test('a server that cannot be reached may come back', async () => {
    const server = await mailServer()
    await server.close()
    await assert.rejects(mailSmtp({ url: server.url, from: 'id@acme.example' }).send(mail, going))
  })

  test('without STARTTLS nothing is sent to another machine', async () => {
    // Not one of the names of this machine, so that the rules for other machines apply.
    const server = await mailServer({}, '127.0.0.2')
    try {
      await assert.rejects(mailSmtp({ url: server.url, from: 'id@acme.example' }).send(mail, going), { code: 'ETLS' })
      assert.deepEqual(server.received, [])
    } finally {
      await server.close()
    }
  })

  test('a certificate without a trusted issuer is refused', async () => {
    const server = await mailServer({ disabledCommands: [] }, '127.0.0.2')
    try {
      await assert.rejects(mailSmtp({ url: server.url, from: 'id@acme.example' }).send(mail, going))
      assert.deepEqual(server.received, [])
    } finally {
      await server.close()
    }
  })
})

describe('options', () => {
  const from = 'id@acme.example'
  for (const url of ['', 'mail.example', 'http://mail.example', 'smtp://', 'smtp://mail.example/path', 'smtp://mail.example?x=1']) {
    test(`smtp_url: ${JSON.stringify(url)}`, () => assert.throws(() => mailSmtp({ url, from }), { code: 'smtp_url' }))
  }
  for (const sender of ['', 'Acme', 'a@b.example, c@d.example', 'Acme <a@b.example>, x', 'A\r\nB <a@b.example>']) {
    test(`mail_from: ${JSON.stringify(sender)}`, () =>
      assert.throws(() => mailSmtp({ url: 'smtp://mail.example', from: sender }), { code: 'mail_from' }))
  }

  for (const [scheme, port] of [
    ['smtp', 587],
    ['smtps', 465],
  ] as const) {
    test(`the default port of ${scheme} is ${port}`, async () => {
      // Nothing listens there.
      const mailer = mailSmtp({ url: `${scheme}://127.0.0.3`, from, timeLimit: 1000 })
      await assert.rejects(mailer.send(mail, going), { message: `connect ECONNREFUSED 127.0.0.3:${port}` })
    })
  }

  test('user name and password are those of the address', async () => {
    const seen: unknown[] = []
    const server = await mailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, callback) {
        seen.push([username, password])
        callback(null, { user: username })
      },
    })
    try {
      const url = server.url.replace('smtp://', 'smtp://us%40er:p%3Ass@')
      assert.equal(await mailSmtp({ url, from }).send(mail, going), 'accepted')
      assert.deepEqual(seen, [['us@er', 'p:ss']])
    } finally {
      await server.close()
    }
  })
})
