// Structured logs on stderr: one JSON object a line for programs, and lines that people can read on a terminal.
import { configure } from '@logtape/logtape'
import type { LogRecord } from '@logtape/logtape'
import type { Configuration } from './configuration.ts'

/** Sends the log to standard error: one JSON object a line, unless it is a terminal. */
export async function logJsonLines(level: Configuration['logLevel']): Promise<void> {
  const format = process.stderr.isTTY ? formatForTerminal : formatRecord
  await configure({
    reset: true,
    sinks: { stderr: (record) => void process.stderr.write(`${format(record)}\n`) },
    loggers: [
      { category: 'symbolon', lowestLevel: level, sinks: ['stderr'] },
      { category: ['logtape', 'meta'], lowestLevel: 'error', sinks: ['stderr'] },
    ],
  })
}

/** Fields never take the place of the record's own members. */
export function formatRecord(record: LogRecord): string {
  const event = record.message.map(String).join('')
  return harmless(JSON.stringify({ ...record.properties, time: new Date(record.timestamp).toISOString(), level: record.level, event }))
}

/** `12:00:00 warning rate_limited limit="token" source="192.0.2.1"`. A value is always quoted, so that no value looks like a field. */
export function formatForTerminal(record: LogRecord): string {
  const time = new Date(record.timestamp).toISOString().slice(11, 19)
  const fields = Object.entries(record.properties).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
  return harmless(`${time} ${record.level.padEnd(7)} ${record.message.map(String).join('')}${fields.join('')}`)
}

function harmless(line: string): string {
  return line.replace(steering, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** What JSON leaves as it is though it steers a terminal (U+009B begins escape sequences), ends a line, or turns the text around. */
const steering = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g
