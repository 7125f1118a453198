// Structured logs: one JSON object a line, on stderr.
import { configure } from '@logtape/logtape'
import type { LogRecord } from '@logtape/logtape'
import type { Configuration } from './configuration.ts'

/** Sends the log to standard error, one JSON object a line. */
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
  const line = JSON.stringify({ ...record.properties, time: new Date(record.timestamp).toISOString(), level: record.level, event })
  return line.replace(steering, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** What JSON leaves as it is though it steers a terminal (U+009B begins escape sequences), ends a line, or turns the text around. */
const steering = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g
