// Measures one row. The servers are started for it and loaded in turn, in an order that is reversed each time.
import { openLoad } from './load.ts'
import type { Load, Window } from './load.ts'
import type { Row } from './rows.ts'
import { startServer } from './server-process.ts'
import type { ServerName, StartedServer } from './server-process.ts'

export interface Effort {
  readonly windowMilliseconds: number
  readonly alternations: number
  readonly warmUpMilliseconds: number
}

/** The measured windows of each server, in order. */
export type Measurement = ReadonlyMap<ServerName, readonly Window[]>

/** @param perSecond the fixed rate of requests; undefined for as many as the server answers */
export async function measure(row: Row, names: readonly ServerName[], effort: Effort, perSecond?: number): Promise<Measurement> {
  const servers: StartedServer[] = []
  const loads = new Map<ServerName, Load>()
  try {
    for (const name of names) {
      const server = await startServer(name)
      servers.push(server)
      const load = openLoad(server, row)
      loads.set(name, load)
      // A warm-up at full load, so that the measured code is compiled.
      await load.run(effort.warmUpMilliseconds)
    }
    const windows = new Map(names.map((name) => [name, new Array<Window>()]))
    for (let alternation = 0; alternation < effort.alternations; alternation += 1) {
      for (const name of alternation % 2 === 0 ? names : names.toReversed()) {
        const window = await loads.get(name)?.run(effort.windowMilliseconds, perSecond)
        if (window !== undefined) windows.get(name)?.push(window)
      }
    }
    return windows
  } finally {
    for (const server of servers) await server.stop()
  }
}
