// The log of a provider whose host brings neither a log nor LogTape.
// Own process: the loader remembers what it has resolved.
import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { test } from 'node:test'
import { createLog } from '../src/log.ts'

test('without LogTape, warnings and errors are lines of JSON without secrets, and requests are not logged, except refused ones in development', async (t) => {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier !== '@logtape/logtape') return next(specifier, context)
      throw Object.assign(new Error('not installed'), { code: 'ERR_MODULE_NOT_FOUND' })
    },
  })
  const lines: string[] = []
  for (const method of ['info', 'warn', 'error'] as const) t.mock.method(console, method, (line: string) => void lines.push(line))
  try {
    const log = await createLog(() => 0)
    log.info('request', { path: '/' })
    log.warn('rate_limited', { clientId: 'shop', code: 'geheim' })
    log.error('storage_unavailable')
    log.info('token_refused', { error: 'invalid_client' })
    const inDevelopment = await createLog(() => 0, true)
    inDevelopment.info('request', { path: '/' })
    inDevelopment.info('token_refused', { error: 'invalid_client', reason: 'wrong secret of the client shop', code: 'geheim' })
  } finally {
    hooks.deregister()
  }
  const time = '1970-01-01T00:00:00.000Z'
  assert.deepEqual(
    lines.map((line) => JSON.parse(line) as unknown),
    [
      { clientId: 'shop', code: '[redacted]', time, level: 'warning', event: 'rate_limited' },
      { time, level: 'error', event: 'storage_unavailable' },
      {
        error: 'invalid_client',
        reason: 'wrong secret of the client shop',
        code: '[redacted]',
        see: 'https://github.com/symbolon/symbolon/blob/main/docs/reference/errors.md',
        time,
        level: 'warning',
        event: 'token_refused',
      },
    ],
  )
})
