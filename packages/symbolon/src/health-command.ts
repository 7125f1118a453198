// `symbolon health`: asks the service on this machine, for containers that hold no other client.
import { get } from 'node:http'
import type { Configuration } from './configuration.ts'
import { StartError } from './start-error.ts'

/** What is asked: whether the process answers, or whether the service can answer requests. */
export type Health = 'live' | 'ready'

/** Milliseconds. A readiness check takes at most five seconds. */
const timeoutMilliseconds = 8000

/** Resolves when the answer is yes. @throws StartError invalid_configuration, not_ready, server_unreachable */
export async function askHealth(asked: Health, { operations }: Pick<Configuration, 'operations'>): Promise<void> {
  if (operations === undefined) {
    throw new StartError('invalid_configuration', '`symbolon health` needs SYMBOLON_OPERATIONS_PORT. Set it as it is set for the service.')
  }
  const host = reachable(operations.host)
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${operations.port}/${asked}z`
  const status = await statusOf(url)
  if (status === 503) throw new StartError('not_ready', 'The service is not ready. Its log says why.')
  if (status !== 200) throw new StartError('server_unreachable', `${url} answered ${status}. Check SYMBOLON_OPERATIONS_PORT.`)
}

/** An address that stands for all addresses is listened on, and cannot be asked. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}

async function statusOf(url: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const request = get(url, { agent: false, timeout: timeoutMilliseconds }, (response) => {
    response.resume()
    resolve(response.statusCode)
  })
  request.on('timeout', () => request.destroy(new Error('no answer in time')))
  request.on('error', (error) =>
    reject(new StartError('server_unreachable', `${url} cannot be reached: ${error.message}. Is the service running?`)),
  )
  return await promise
}
