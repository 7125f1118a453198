// Structured logs: one JSON object a line, on stderr.
import { configure } from '@logtape/logtape'
import type { LogRecord } from '@logtape/logtape'
import type { Configuration } from './configuration.ts'

export async function logJsonLines(level: Configuration['logLevel']): Promise<void> {
  await configure({
    reset: true,
    sinks: { stderr: (record) => void process.stderr.write(`${formatRecord(record)}\n`) },
    loggers: [
      { category: 'symbolon', lowestLevel: level, sinks: ['stderr'] },
      { category: ['logtape', 'meta'], lowestLevel: 'error', sinks: ['stderr'] },
    ],
  })
}

/** Fields never take the place of the record's own members. */
export function formatRecord(record: LogRecord): string {
  const event = record.message.map(String).join('')
  return JSON.stringify({ ...record.properties, time: new Date(record.timestamp).toISOString(), level: record.level, event })
}
