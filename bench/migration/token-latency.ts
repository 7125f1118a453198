// The latency that a client sees. Tokens are requested at a fixed rate, whether or not earlier requests have been answered, and each latency
// counts from the time at which the request was due.
import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { robot } from './instance.ts'

export interface Latency {
  readonly requests: number
  /** Milliseconds. */
  readonly median: number
  readonly p99: number
  readonly longest: number
}

/** Milliseconds between two requests. */
const interval = 20

export interface TokenRequests {
  /** @throws Error when any response has no token */
  end(): Promise<Latency>
}

export function askForTokens(port: number): TokenRequests {
  const agent = new Agent({ keepAlive: true })
  const latencies: number[] = []
  const failures: unknown[] = []
  const under = new Set<Promise<void>>()
  const began = performance.now()
  let due = began
  const timer = setInterval(() => {
    for (; due <= performance.now(); due += interval) {
      const since = due
      const asked: Promise<void> = askForToken(agent, port)
        .then(
          () => void latencies.push(performance.now() - since),
          (error: unknown) => void failures.push(error),
        )
        .finally(() => under.delete(asked))
      under.add(asked)
    }
  }, interval / 4)
  return {
    async end() {
      clearInterval(timer)
      await Promise.all(under)
      agent.destroy()
      if (failures.length > 0) throw failures[0]
      const sorted = latencies.toSorted((a, b) => a - b)
      const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
      return { requests: sorted.length, median: at(0.5), p99: at(0.99), longest: at(1) }
    },
  }
}

const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'openid' }).toString()
const headers = {
  authorization: `Basic ${btoa(`${robot.id}:${robot.secret}`)}`,
  'content-type': 'application/x-www-form-urlencoded',
  'content-length': String(body.length),
}

async function askForToken(agent: Agent, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const asked = request({ agent, host: '127.0.0.1', port, method: 'POST', path: '/oauth/v2/token', headers }, (response) => {
      let answer = ''
      response
        .setEncoding('utf8')
        .on('data', (text: string) => {
          answer += text
        })
        .on('error', reject)
      response.on('end', () => (answer.includes('"access_token"') ? resolve() : reject(new Error(`${response.statusCode}: ${answer}`))))
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
