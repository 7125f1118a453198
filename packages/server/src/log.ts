// The log of the provider, where the host gives none: LogTape records with flat fields, or lines on the console. Only a command configures LogTape;
// this library does not.
import type { Log, LogFields, Tracing } from '@symbolon/core-protocol'

/** Fields that may contain a secret. No caller should pass them; if one does, the value is hidden. */
const secretName = /(token|secret|password|cookie|authorization|assertion|verifier|code|hash)$/i
const lengthLimit = 1000

/**
 * @returns a log whose LogTape records carry the event's name as message and the fields as properties, under the category `symbolon`. Where LogTape
 *   is not installed, warnings and errors are lines of JSON on standard error
 * @param isDevelopment whether refused requests are lines as well, with their reason and where it is explained
 */
export async function createLog(now: () => number, isDevelopment = false): Promise<Log> {
  const library = await import(/* turbopackOptional: true */ '@logtape/logtape').catch(() => undefined)
  if (library === undefined) return consoleLog(now, isDevelopment)
  const logger = library.getLogger(['symbolon'])
  return {
    info: (event, fields) => {
      if (logger.isEnabledFor('info')) logger.info(event, redact(fields))
    },
    warn: (event, fields) => logger.warn(event, redact(fields)),
    error: (event, fields) => logger.error(event, redact(fields)),
  }
}

/** Explains the errors of responses. */
const explanation = 'https://github.com/symbolon/symbolon/blob/main/docs/reference/errors.md'

/** For hosts without a library for logs. Requests are not logged, except refused ones in development. */
function consoleLog(now: () => number, isDevelopment: boolean): Log {
  const line = (level: string, event: string, fields: LogFields | undefined): string =>
    JSON.stringify({ ...redact(fields), time: new Date(now()).toISOString(), level, event })
  return {
    info(event, fields) {
      // oxlint-disable-next-line no-console -- As below: the developer of a client would see nothing but the error in the browser.
      if (isDevelopment && event.endsWith('_refused')) console.warn(line('warning', event, { ...fields, see: explanation }))
    },
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
  const shown: Record<string, unknown> = {}
  for (const name of Object.keys(fields)) {
    const value = shownField(name, fields[name])
    if (value !== undefined) shown[name] = value
  }
  return shown
}

/** @returns what a log may show of a field: no secret, and a text of limited length */
export function shownField(name: string, value: unknown): unknown {
  if (value === undefined) return undefined
  if (namesSecret(name)) return '[redacted]'
  return typeof value === 'string' && value.length > lengthLimit ? `${value.slice(0, lengthLimit)}…` : value
}

/** Whether a name is that of a secret. Every request writes a line, and the names are those of the code: few. */
const judged = new Map<string, boolean>()
const judgedAtMost = 1000

function namesSecret(name: string): boolean {
  const known = judged.get(name)
  if (known !== undefined) return known
  const isSecret = secretName.test(name)
  if (judged.size < judgedAtMost) judged.set(name, isSecret)
  return isSecret
}
