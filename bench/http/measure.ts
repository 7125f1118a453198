// Measures one row: the servers start afresh and are loaded in turn, in an order that is reversed each time.
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

/** The windows of each server, in the order of the alternations. */
export type Measurement = ReadonlyMap<ServerName, readonly Window[]>

/** @param perSecond the rate at which requests come; undefined: as fast as they are answered */
export async function measure(row: Row, names: readonly ServerName[], effort: Effort, perSecond?: number): Promise<Measurement> {
  const servers: StartedServer[] = []
  const loads = new Map<ServerName, Load>()
  try {
    for (const name of names) {
      const server = await startServer(name)
      servers.push(server)
      const load = openLoad(server, row)
      loads.set(name, load)
      // As fast as it goes: what is measured afterwards is compiled.
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
