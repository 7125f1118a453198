// Health checks, metrics and request ids.
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { freePort } from '../../support/run-command.ts'
import { valuesOf } from '../../support/scrape.ts'
import type { Stage } from '../stage.ts'
import { withService } from '../with-service.ts'

export function operationsSuite({ runtime, test }: Stage): void {
  describe('operations', () => {
    test('health checks and metrics are answered on a separate listener, and log lines say which request they are of', async () => {
      const port = await freePort()
      await withService(
        { runtime, tls: false, settings: { SYMBOLON_OPERATIONS_PORT: String(port), SYMBOLON_TRACING: 'on' } },
        async (service) => {
          const ask = async (path: string): Promise<Response> => await fetch(`http://127.0.0.1:${port}${path}`)
          for (const path of ['/livez', '/healthz', '/readyz']) assert.equal((await ask(path)).status, 200, path)
          await Promise.all([1, 2, 3].map(async () => await (await fetch(`${service.issuer}/oauth/v2/keys`)).text()))
          const text = await (await ask('/metrics')).text()
          const [build = ''] = Object.keys(valuesOf(text, 'symbolon_build_info'))
          assert.match(build, new RegExp(`runtime=${runtime.name.toLowerCase()}$`))
          const requests = valuesOf(text, 'symbolon_http_request_duration_seconds_count')
          assert.equal(requests['endpoint=key set,method=GET,status_class=2xx'], 3)
          // Deno reads the memory of the process only with all permissions.
          assert.ok(Object.keys(valuesOf(text, 'nodejs_heap_size_used_bytes')).length > 0)

          const lines = service
            .stderr()
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
          const ids = lines.filter(({ path }) => path === '/oauth/v2/keys').map((line) => line['request_id'])
          assert.equal(ids.length, 3)
          assert.equal(new Set(ids).size, 3)
          assert.ok(ids.every((id) => /^[\w-]{16}$/.test(String(id))))
        },
      )
    })
  })
}
