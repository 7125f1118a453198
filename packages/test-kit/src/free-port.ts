// A port for a server that has to be told one.
import { createServer } from 'node:net'

/**
 * @returns a port of 127.0.0.1 that nobody listens on
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
