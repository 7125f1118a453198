// A free port, for servers that cannot choose one themselves.
import { once } from 'node:events'
import { createServer } from 'node:net'
import process from 'node:process'

// Below the ports that systems give to outgoing connections and to port 0 (from 32768 on Linux, 49152 elsewhere): one of
// those can be in use again before the server listens.
const first = 10_000
const last = 32_767
// Each process starts at different ports, since two that search the same ones find one free at the same moment.
const ofEachProcess = 16
// Of the process, in which the module can be loaded more than once.
const counter = Symbol.for('@symbolon/test-kit/ports')
const counts = globalThis as { [counter]?: number }

/**
 * @returns a port of 127.0.0.1 without a listener, which no other process gets from this function at about the same time
 * @throws Error if all are in use
 */
export async function freePort(): Promise<number> {
  for (let tries = last - first; tries > 0; tries -= 1) {
    const count = counts[counter] ?? 0
    counts[counter] = count + 1
    const port = first + ((process.pid * ofEachProcess + count) % (last - first + 1))
    if (await canListen(port)) return port
  }
  throw new Error('There is no free port.')
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
