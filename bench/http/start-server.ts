// Starts a server in a process of its own, on the second core where there is one and it can be chosen.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readAnnouncement } from './announcement.ts'
import type { Announcement } from './announcement.ts'

export type ServerName = 'symbolon' | 'oidc-provider' | 'bare' | 'echo'

export interface StartedServer {
  readonly announcement: Announcement
  stop(): Promise<void>
}

/** Whether the generator stays on core 0 and the servers on core 1. */
export const pinned = availableParallelism() > 1 && spawnSync('taskset', ['-cp', '0', String(process.pid)]).status === 0

export async function startServer(name: ServerName): Promise<StartedServer> {
  const directory = await mkdtemp(join(tmpdir(), 'symbolon-bench-'))
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', fileURLToPath(new URL(`served/${name}.ts`, import.meta.url)), directory]
  const [command = '', ...args] = pinned ? ['taskset', '-c', '1', ...node] : node
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env: { ...process.env, NODE_ENV: 'production' } })
  const exited = once(child, 'exit')
  const [message]: unknown[] = await Promise.race([once(child, 'message'), exited.then(() => [])])
  return {
    announcement: readAnnouncement(message),
    async stop() {
      child.kill('SIGKILL')
      await exited
      await rm(directory, { recursive: true, force: true })
    },
  }
}
