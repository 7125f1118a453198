// The log of the provider, where the host gives none: LogTape records with flat fields, or lines on the console. Only a command configures LogTape;
// this library does not.
import type { Log, LogFields, Tracing } from '@symbolon/core-protocol'

/** Fields that may contain a secret. No caller should pass them; if one does, the value is hidden. */
const secretName = /(token|secret|password|cookie|authorization|assertion|verifier|code|hash)$/i
const lengthLimit = 1000

/**
 * @returns a log whose LogTape records carry the event's name as message and the fields as properties, under the category `symbolon`. Where LogTape
 *   is not installed, warnings and errors are lines of JSON on standard error
 */
export async function createLog(now: () => number): Promise<Log> {
  const library = await import(/* turbopackOptional: true */ '@logtape/logtape').catch(() => undefined)
  if (library === undefined) return consoleLog(now)
  const logger = library.getLogger(['symbolon'])
  return {
    info: (event, fields) => {
      if (logger.isEnabledFor('info')) logger.info(event, redact(fields))
    },
    warn: (event, fields) => logger.warn(event, redact(fields)),
    error: (event, fields) => logger.error(event, redact(fields)),
  }
}

/** For hosts without a library for logs. Requests are not logged. */
function consoleLog(now: () => number): Log {
  const line = (level: string, event: string, fields: LogFields | undefined): string =>
    JSON.stringify({ ...redact(fields), time: new Date(now()).toISOString(), level, event })
  return {
    info: () => undefined,
    // oxlint-disable-next-line no-console -- The one place where a host without a log learns what went wrong.
    warn: (event, fields) => console.warn(line('warning', event, fields)),
    // oxlint-disable-next-line no-console -- As above.
    error: (event, fields) => console.error(line('error', event, fields)),
  }
}

/** @returns the log with the fields of the request under way on every line */
export function tracedLog(log: Log, tracing: Tracing | undefined): Log {
  if (tracing === undefined) return log
  return {
    info: (event, fields) => log.info(event, { ...fields, ...tracing.fields() }),
    warn: (event, fields) => log.warn(event, { ...fields, ...tracing.fields() }),
    error: (event, fields) => log.error(event, { ...fields, ...tracing.fields() }),
  }
}

/** @returns the fields without secrets, each cut to a limited length */
export function redact(fields: LogFields = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => {
        if (secretName.test(name)) return [name, '[redacted]']
        return [name, typeof value === 'string' && value.length > lengthLimit ? `${value.slice(0, lengthLimit)}…` : value]
      }),
  )
}
