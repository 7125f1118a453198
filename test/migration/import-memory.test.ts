// An import whose document travels in the request is in memory once: the whole process stays under 400 MB, and under 300 MB with a bounded young
// generation, in every form of the document and of the request. Each is measured in a process that has done nothing before.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { moverToken, operations } from '../support/mover.ts'
import { node } from '../support/runtimes.ts'
import { startTestService } from '../support/service.ts'

/** Of SYMBOLON_IMPORT_BODY_LIMIT, unless it is set. */
const bodyLimit = 64 * 1024 * 1024
/** Bytes, with the options of Node. The default young generation of V8 takes up to 100 MB more. */
const memoryLimits = { '': 400_000_000, '--max-semi-space-size=16': 300_000_000 } as const

// What the import has begun to write is part of what it takes; its end would be no more, and takes minutes.
const members = '"timeout":"3s"'

function entry(index: number): string {
  return JSON.stringify({
    userId: String(10_000_000 + index),
    user: {
      userName: `user-${index}@people.example`,
      profile: {
        firstName: 'Zoë',
        lastName: `Müller-${index}`,
        displayName: `Zoë "Zo" Müller-${index} 😀`,
        preferredLanguage: 'de',
        gender: 'GENDER_FEMALE',
      },
      email: { email: `user-${index}@people.example`, isEmailVerified: true },
      phone: { phone: `+4179${10_000_000 + index}`, isPhoneVerified: true },
    },
  })
}

interface Form {
  /** What stands around the document. */
  readonly quote: string
  write(part: string): string
}

const forms: Readonly<Record<string, Form>> = {
  'an object': { quote: '', write: (part) => part },
  text: { quote: '"', write: (part) => JSON.stringify(part).slice(1, -1) },
}

/** A body near the limit. */
function bodyWith({ quote, write }: Form): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(bodyLimit)
  let length = 0
  function add(part: string): void {
    const bytes = new TextEncoder().encode(part)
    body.set(bytes, length)
    length += bytes.length
  }
  add(`{${members},"data_orgs":${quote}${write('{"orgs":[{"orgId":"people","org":{"name":"People"},"humanUsers":[')}`)
  for (let index = 0; length < bodyLimit - 10_000; index++) add(write(`${index === 0 ? '' : ','}${entry(index)}`))
  add(`${write(']}]}')}${quote}}`)
  return body.subarray(0, length)
}

function inChunks(body: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let position = 0
  return new ReadableStream({
    pull(controller) {
      if (position >= body.length) return controller.close()
      controller.enqueue(body.slice(position, (position += 65_536)))
    },
  })
}

const framings: Readonly<Record<string, (body: Uint8Array<ArrayBuffer>) => RequestInit>> = {
  'of declared length': (body) => ({ body }),
  // https://fetch.spec.whatwg.org/#dom-requestinit-duplex: a stream as body needs it.
  'in chunks': (body) => ({ body: inChunks(body), duplex: 'half' }) as RequestInit,
}

/** Each form and each framing once. `SYMBOLON_TEST_LONG=1` measures every pair. */
const isMeasured = (form: number, framing: number): boolean => form === framing || process.env['SYMBOLON_TEST_LONG'] === '1'

for (const [formIndex, [form, written]] of Object.entries(forms).entries()) {
  for (const [framingIndex, [framing, send]] of Object.entries(framings).entries()) {
    if (!isMeasured(formIndex, framingIndex)) continue
    const options = formIndex === 0 ? '' : '--max-semi-space-size=16'
    const memoryLimit = memoryLimits[options]
    // https://www.kernel.org/doc/html/latest/filesystems/proc.html#process-specific-subdirectories
    test(
      `an import of 64 MiB given as ${form}, ${framing}, stays under ${memoryLimit / 1_000_000} MB ${options}`,
      { skip: process.platform !== 'linux' && 'needs /proc' },
      async () => {
        const service = await startTestService({
          tls: false,
          runtime: node,
          document: { orgs: [operations], instanceMembers: [{ userId: 'mover', roles: ['IAM_OWNER'] }] },
          settings: { SYMBOLON_LOG_LEVEL: 'error', NODE_OPTIONS: options },
        })
        try {
          const answer = await service.fetch(`${service.issuer}/admin/v1/import`, {
            method: 'POST',
            headers: { authorization: `Bearer ${moverToken}`, 'content-type': 'application/json' },
            ...send(bodyWith(written)),
          })
          const text = await answer.text()
          assert.match(text, /"deadline_exceeded"/)
          const peak = Number(/^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${service.pid}/status`, 'utf8'))?.[1]) * 1024
          assert.ok(peak < memoryLimit, `${peak} bytes`)
        } finally {
          await service.stop()
        }
      },
    )
  }
}
