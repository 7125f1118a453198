// A free port, for servers that cannot choose one themselves.
import { createServer } from 'node:net'

/**
 * @returns a port of 127.0.0.1 without a listener
 * @throws Error if the system gives none
 */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.')
  return address.port
}
