// The memory of an idle service: the command, compiled as it is shipped, some seconds after its start.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { residentMemory } from './server-process.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** @returns bytes; undefined where the system does not provide it */
export async function measureIdleMemory(): Promise<number | undefined> {
  const compiled = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-b', 'packages/symbolon'], { cwd: root, stdio: 'inherit' })
  if (compiled.status !== 0) throw new Error('The packages do not compile')
  const directory = await mkdtemp(join(tmpdir(), 'symbolon-bench-'))
  const port = await freePort()
  const child = spawn(
    process.execPath,
    ['--import', join(root, 'bench/http/compiled.mjs'), join(root, 'packages/symbolon/dist/command.js')],
    {
      cwd: directory,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        SYMBOLON_ISSUER: `http://127.0.0.1:${port}`,
        SYMBOLON_PORT: String(port),
        SYMBOLON_LOG_LEVEL: 'error',
        NODE_ENV: 'production',
      },
    },
  )
  const ended = once(child, 'exit')
  try {
    for await (const line of createInterface({ input: child.stdout })) if (line.includes('Symbolon runs at')) break
    await sleep(5000)
    return residentMemory(child.pid)
  } finally {
    child.kill('SIGKILL')
    await ended
    await rm(directory, { recursive: true, force: true })
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
