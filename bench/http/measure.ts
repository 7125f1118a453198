// Measures one row: the servers start afresh and are loaded in turn, in an order that is reversed each time.
import { connections } from './credentials.ts'
import { openLoad } from './load.ts'
import type { Load, Window } from './load.ts'
import type { Row } from './rows.ts'
import { startServer } from './start-server.ts'
import type { ServerName, StartedServer } from './start-server.ts'

export interface Effort {
  readonly windowMilliseconds: number
  readonly alternations: number
  readonly warmUpMilliseconds: number
}

/** The windows of each server, in the order of the alternations. */
export type Measurement = ReadonlyMap<ServerName, readonly Window[]>

export async function measure(row: Row, names: readonly ServerName[], effort: Effort): Promise<Measurement> {
  const servers: StartedServer[] = []
  const loads = new Map<ServerName, Load>()
  try {
    for (const name of names) {
      const server = await startServer(name)
      servers.push(server)
      const exchanges = Array.from({ length: connections }, (_, connection) => row.exchange(server.announcement, connection))
      const load = openLoad(server.announcement.port, exchanges, row.holds)
      loads.set(name, load)
      await load.run(effort.warmUpMilliseconds)
    }
    const windows = new Map(names.map((name) => [name, new Array<Window>()]))
    for (let alternation = 0; alternation < effort.alternations; alternation += 1) {
      for (const name of alternation % 2 === 0 ? names : names.toReversed()) {
        const window = await loads.get(name)?.run(effort.windowMilliseconds)
        if (window !== undefined) windows.get(name)?.push(window)
      }
    }
    return windows
  } finally {
    for (const load of loads.values()) load.close()
    for (const server of servers) await server.stop()
  }
}
