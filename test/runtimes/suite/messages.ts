// Malformed messages: each runtime answers as README.md says, nothing fails inside, and no name of the sender's becomes part of an answer.
import { acmeDocument } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendRaw } from '../../support/raw-http.ts'
import type { RawAnswer } from '../../support/raw-http.ts'
import { runtimes } from '../../support/runtimes.ts'
import { startTestService } from '../../support/service.ts'
import type { TestService } from '../../support/service.ts'
import { foreignName, hiddenPath, messages } from '../messages.ts'
import type { Stage } from '../stage.ts'

const rows = readTable(readFileSync(new URL('../README.md', import.meta.url), 'utf8'))

export function messageSuite({ runtime, test }: Stage): void {
  describe('a message', () => {
    let service: TestService
    const answers = new Map<string, RawAnswer>()
    before(async () => {
      service = await startTestService({ runtime, document: acmeDocument(), tls: false })
      const sent = Object.entries(messages).map(async ([name, message]) => answers.set(name, await sendRaw(service.port, message)))
      await Promise.all(sent)
    })
    after(async () => await service.stop())

    test('each has a row in README.md, and no other', async () => {
      assert.deepEqual([...rows.keys()], Object.keys(messages))
    })

    for (const name of Object.keys(messages)) {
      test(`${name}: as README.md says`, async () => {
        const answer = answers.get(name)
        assert.ok(answer !== undefined)
        const allowed = rows.get(name)?.[runtime.name]?.split(' or ') ?? []
        assert.ok(allowed.includes(verdictOf(answer)), `${verdictOf(answer)}, not ${allowed.join(' or ')}: ${answer.text.slice(0, 500)}`)
        assert.doesNotMatch(answer.text, /HTTP\/1\.1 50[0-4]/)
        assert.ok(!answer.text.includes(foreignName), answer.text)
      })
    }

    test('the log knows no failure, and nothing that was hidden behind another request', async () => {
      // The lines arrive through a pipe, on a busy machine after the responses.
      let lines = logLines(service)
      for (const deadline = performance.now() + 10_000; lines.filter(isRequest).length <= 20; lines = logLines(service)) {
        assert.ok(performance.now() < deadline, `${lines.length} lines`)
        await sleep(50)
      }
      const requests = lines.filter(isRequest)
      assert.deepEqual(
        lines.filter(({ level }) => level !== 'info' && level !== 'debug'),
        [],
      )
      assert.deepEqual(
        requests.filter(({ status, path }) => Number(status) >= 500 || String(path).includes(hiddenPath)),
        [],
      )
    })
  })
}

type LogLine = Readonly<Record<string, unknown>>

/** The whole lines of the log. */
function logLines(service: TestService): readonly LogLine[] {
  return service
    .stderr()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as LogLine)
}

function isRequest({ event }: LogLine): boolean {
  return event === 'request'
}

/** The statuses of all answers, in order. */
function verdictOf({ text, closed }: RawAnswer): string {
  if (text.startsWith('\0')) return 'HTTP/2'
  const statuses = [...text.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => status)
  if (statuses.length > 0) return statuses.join(', ')
  return closed ? 'closed' : 'silent'
}

/** Rows by name, then the cell of each runtime. */
function readTable(markdown: string): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const lines = markdown.split('\n').filter((line) => line.startsWith('|'))
  const table = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  const [header = [], , ...body] = table
  return new Map(
    body.map((cells) => [
      (cells[0] ?? '').replaceAll('`', ''),
      Object.fromEntries(runtimes.map(({ name }) => [name, cells[header.indexOf(name)] ?? ''])),
    ]),
  )
}
