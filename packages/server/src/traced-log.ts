// A log whose lines say to which request they belong.
import type { Log, Tracing } from '@symbolon/core-protocol'

/** @returns the log with the fields of the work under way on every line */
export function tracedLog(log: Log, tracing: Tracing | undefined): Log {
  if (tracing === undefined) return log
  return {
    info: (event, fields) => log.info(event, { ...fields, ...tracing.fields() }),
    warn: (event, fields) => log.warn(event, { ...fields, ...tracing.fields() }),
    error: (event, fields) => log.error(event, { ...fields, ...tracing.fields() }),
  }
}
