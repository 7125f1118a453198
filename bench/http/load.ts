// The generator: one keep-alive connection per exchange, each asking again as soon as it is answered.
import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Exchange } from './rows.ts'

export interface Window {
  readonly perSecond: number
  /** Share of the window in which the generator had work, its waits for the processor included: at 1 it is the bottleneck. */
  readonly generatorBusy: number
}

export interface Load {
  /** @throws when any answer is not the right one */
  run(milliseconds: number): Promise<Window>
  close(): void
}

export function openLoad(port: number, exchanges: readonly Exchange[], holds: string): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: exchanges.length, maxFreeSockets: exchanges.length })
  return {
    async run(milliseconds) {
      const before = performance.eventLoopUtilization()
      const start = performance.now()
      const counts = await Promise.all(exchanges.map(async (exchange) => {
        let done = 0
        while (performance.now() - start < milliseconds) {
          const answer = await send(agent, port, exchange)
          if (!answer.includes(holds)) throw new TypeError(`A wrong answer at ${exchange.path}: ${answer}`)
          exchange.read?.(answer)
          done += 1
        }
        return done
      }))
      const elapsed = performance.now() - start
      const { utilization } = performance.eventLoopUtilization(before)
      return { perSecond: counts.reduce((sum, count) => sum + count, 0) / elapsed * 1000, generatorBusy: utilization }
    },
    close: () => agent.destroy(),
  }
}

async function send(agent: Agent, port: number, { method, path, headers, body }: Exchange): Promise<string> {
  const content = body()
  return await new Promise((resolve, reject) => {
    const length = method === 'POST' ? { 'content-length': String(Buffer.byteLength(content)) } : {}
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } }, (response) => {
      let answer = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => { answer += chunk })
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === 200) resolve(answer)
        else reject(new Error(`${path} answered ${response.statusCode}: ${answer}`))
      })
    })
    sent.on('error', reject)
    sent.end(content)
  })
}
