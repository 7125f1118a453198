// The log of the command, in a separate process: what is on standard error, in which order, and when.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

const module = new URL('../src/json-log.ts', import.meta.url).href

/** @returns the lines that a program writes */
function linesOf(program: string): readonly Record<string, unknown>[] {
  const code = `import { lineLog } from ${JSON.stringify(module)}; const log = lineLog('info'); ${program}`
  const { stderr, signal } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code])
  const text = stderr.toString()
  assert.ok(text === '' || text.endsWith('\n'), text)
  assert.ok(signal === null || signal === 'SIGKILL')
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

test('the lines of many turns are whole and in order, with time, level and event', () => {
  const lines = linesOf(`
    for (let index = 0; index < 2000; index += 1) {
      log.info('request', { path: '/x', index, ok: true, none: undefined, text: 'a"b\\\\c\\n\\u2028é' })
      if (index % 7 === 0) await new Promise((resolve) => setImmediate(resolve))
    }`)
  assert.deepEqual(
    lines.map(({ index }) => index),
    Array.from({ length: 2000 }, (_, index) => index),
  )
  const { time, ...rest } = lines[0] ?? {}
  assert.deepEqual(rest, { path: '/x', index: 0, ok: true, text: 'a"b\\c\n\u2028é', level: 'info', event: 'request' })
  assert.ok(Math.abs(Date.now() - Date.parse(String(time))) < 60_000, String(time))
  assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('the lines of the turn in which a process ends, or fails, are written', () => {
  assert.deepEqual(
    linesOf("log.info('first'); process.exit(3)").map(({ event }) => event),
    ['first'],
  )
  assert.deepEqual(
    linesOf("log.info('first'); throw new Error('broken')").map(({ event }) => event),
    ['first'],
  )
})

test('a warning is written at once, after the lines before it', () => {
  const lines = linesOf("log.info('first'); log.warn('second'); process.kill(process.pid, 'SIGKILL')")
  assert.deepEqual(
    lines.map(({ event, level }) => [event, level]),
    [
      ['first', 'info'],
      ['second', 'warning'],
    ],
  )
})

test('secrets are hidden, long texts are cut, and no field replaces a member of the line', () => {
  const [line] = linesOf(
    "log.info('token_refused', { code: 'geheim', clientSecret: 'geheim', access_token: 'geheim', reason: 'x'.repeat(5000), event: 'forged', level: 'forged', time: 'forged' })",
  )
  const { reason, time, ...rest } = line ?? {}
  assert.equal(String(reason).length, 1001)
  assert.notEqual(time, 'forged')
  assert.deepEqual(rest, {
    code: '[redacted]',
    clientSecret: '[redacted]',
    access_token: '[redacted]',
    level: 'info',
    event: 'token_refused',
  })
})

test('what is below the level is not written', () => {
  const code = `import { lineLog } from ${JSON.stringify(module)}; const log = lineLog('warning'); log.info('no'); log.warn('yes'); log.error('too')`
  const { stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code])
  assert.deepEqual(
    stderr
      .toString()
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { event: string }).event),
    ['yes', 'too'],
  )
})
