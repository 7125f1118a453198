// The server that imports and exports: the command as it ships, with a user who moves organizations and a client that requests tokens.
import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { freePort } from '@symbolon/test-kit'
import { join } from 'node:path'
import { start } from './measured-process.ts'
import type { MeasuredProcess } from './measured-process.ts'

export const robot = { id: 'robot', secret: 'a-client-secret-of-at-least-32-characters' }
const token = 'symbolon_pat_of_the_mover_0123456789_0123456789'

const document = {
  orgs: [
    {
      orgId: 'operations',
      org: { name: 'Operations' },
      machineUsers: [
        { userId: 'mover', user: { userName: 'mover', name: 'Mover' } },
        { userId: robot.id, user: { userName: robot.id, name: 'Robot' }, clientSecret: robot.secret },
      ],
      personalAccessTokens: [{ tokenId: 'mover-token', userId: 'mover', token }],
    },
  ],
  instanceMembers: [{ userId: 'mover', roles: ['IAM_OWNER'] }],
}

/** Settings of the command in a new directory. */
export function settingsIn(directory: string): Readonly<Record<string, string>> {
  return {
    SYMBOLON_DATABASE_URL: `file:${join(directory, 'symbolon.db')}`,
    SYMBOLON_MASTER_KEY: btoa('k'.repeat(32)),
    SYMBOLON_LOG_LEVEL: 'error',
  }
}

export interface Instance {
  readonly port: number
  readonly process: MeasuredProcess
  /** Sends a request and reads the response. @returns its size in bytes @throws Error when it is refused or aborted */
  call(path: string, body: object | Uint8Array): Promise<number>
}

/** @param command the file of the command */
export async function startInstance(command: string, directory: string, bucket: string): Promise<Instance> {
  const file = join(directory, 'operations.json')
  await writeFile(file, JSON.stringify(document))
  const port = await freePort()
  const environment = {
    ...settingsIn(directory),
    SYMBOLON_PORT: String(port),
    SYMBOLON_APPLY: file,
    SYMBOLON_RATE_LIMIT: 'off',
    SYMBOLON_S3_ENDPOINTS: bucket,
  }
  const process = start({ file: command, environment })
  await process.said('Symbolon runs at')
  return { port, process, call: (path, body) => call(port, path, body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body))) }
}

/** A request without the timeouts of `fetch`, because the work may take long. */
async function call(port: number, path: string, body: Uint8Array): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': String(body.byteLength) }
  return await new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method: 'POST', path, headers }, (response) => {
      let bytes = 0
      let first = ''
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (first.length < 1000) first += chunk.toString()
      })
      response.on('error', reject)
      response.on('end', () =>
        response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${path} answered ${response.statusCode}: ${first}`)),
      )
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
