// The log of the provider: LogTape records with flat fields. Only a command configures logging; this library does not.
import { getLogger } from '@logtape/logtape'
import type { Log, LogFields } from '@symbolon/core-protocol'

/** Fields that may contain a secret. No caller should pass them; if one does, the value is hidden. */
const secretName = /(token|secret|password|cookie|authorization|assertion|verifier|code|hash)$/i
const lengthLimit = 1000

/** @returns a log whose records carry the event's name as message and the fields as properties, under the category `symbolon` */
export function createLog(): Log {
  const logger = getLogger(['symbolon'])
  return {
    info: (event, fields) => {
      if (logger.isEnabledFor('info')) logger.info(event, redact(fields))
    },
    warn: (event, fields) => logger.warn(event, redact(fields)),
    error: (event, fields) => logger.error(event, redact(fields)),
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
