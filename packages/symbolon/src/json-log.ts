// Structured logs on stderr: one JSON object a line for programs, and lines that people can read on a terminal. Every request writes a line, so
// that the command builds its text from the fields, without a record in between.
import { configure } from '@logtape/logtape'
import type { LogRecord } from '@logtape/logtape'
import type { Log } from '@symbolon/core-protocol'
import { shownField } from '@symbolon/server'
import type { Configuration } from './configuration.ts'
import { lineWriter } from './line-writer.ts'

/** The levels, the lowest one first. */
const levels: readonly string[] = ['debug', 'info', 'warning', 'error']

/** @returns a log that writes to standard error: one JSON object a line, unless it is a terminal */
export function lineLog(lowest: Configuration['logLevel']): Log {
  const write = standardError()
  const logging = (level: Configuration['logLevel']): Log['info'] => {
    if (levels.indexOf(level) < levels.indexOf(lowest)) return () => undefined
    return (event, fields) => write({ event, level, timestamp: Date.now(), fields, shown: shownField })
  }
  return { info: logging('info'), warn: logging('warning'), error: logging('error') }
}

/** Sends the records of LogTape to standard error, as `lineLog` writes them. */
export async function logJsonLines(level: Configuration['logLevel']): Promise<void> {
  const write = standardError()
  await configure({
    reset: true,
    sinks: { stderr: (record) => write(entryOf(record)) },
    loggers: [
      { category: 'symbolon', lowestLevel: level, sinks: ['stderr'] },
      { category: ['logtape', 'meta'], lowestLevel: 'error', sinks: ['stderr'] },
    ],
  })
}

/** What a line says. */
interface Entry {
  readonly timestamp: number
  readonly level: string
  readonly event: string
  readonly fields: Readonly<Record<string, unknown>> | undefined
  /** What the line shows of a field; undefined where it leaves the field out. */
  readonly shown: (name: string, value: unknown) => unknown
}

function standardError(): (entry: Entry) => void {
  const format = process.stderr.isTTY ? terminalLine : jsonLine
  const { line, flush } = lineWriter((text) => void process.stderr.write(text))
  return (entry) => {
    line(format(entry))
    // What needs attention is written even if the process is killed in the same turn.
    if (entry.level !== 'info' && entry.level !== 'debug') flush()
  }
}

/** The provider has redacted the properties. The events of LogTape itself are templates, whose parts it fills in. */
function entryOf({ timestamp, level, rawMessage, message, properties }: LogRecord): Entry {
  const event = typeof rawMessage === 'string' && !rawMessage.includes('{') ? rawMessage : message.map(String).join('')
  return { timestamp, level, event, fields: properties, shown: (_name, value) => value }
}

/** Fields never take the place of the record's own members. */
export function formatRecord(record: LogRecord): string {
  return jsonLine(entryOf(record))
}

/** `12:00:00 warning rate_limited limit="token" source="192.0.2.1"`. A value is always quoted, so that no value looks like a field. */
export function formatForTerminal(record: LogRecord): string {
  return terminalLine(entryOf(record))
}

function jsonLine({ timestamp, level, event, fields, shown }: Entry): string {
  let text = '{'
  for (const name in fields) {
    if (name === 'time' || name === 'level' || name === 'event') continue
    const value = jsonOf(shown(name, fields[name]))
    if (value !== undefined) text += `${quoted(name)}:${value},`
  }
  return `${text}"time":"${timeOf(timestamp)}","level":"${level}","event":${quoted(event)}}`
}

function terminalLine({ timestamp, level, event, fields = {}, shown }: Entry): string {
  const shownFields = Object.keys(fields).map((name) => [name, shown(name, fields[name])] as const)
  const parts = shownFields.flatMap(([name, value]) => (value === undefined ? [] : [` ${name}=${JSON.stringify(value)}`]))
  return harmless(`${timeOf(timestamp).slice(11, 19)} ${level.padEnd(7)} ${event}${parts.join('')}`)
}

/** @returns undefined for what JSON leaves out */
function jsonOf(value: unknown): string | undefined {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null'
  const text: string | undefined = JSON.stringify(value)
  return text === undefined ? undefined : harmless(text)
}

/** Printable ASCII without the quotation mark and the backslash is the same in JSON. */
const plain = /^[ !#-[\]-~]*$/

function quoted(text: string): string {
  return plain.test(text) ? `"${text}"` : harmless(JSON.stringify(text))
}

/** The text of the last timestamp, and that of its second: most lines share them with the line before. */
let last = { timestamp: Number.NaN, text: '', second: Number.NaN, secondText: '' }

function timeOf(timestamp: number): string {
  if (timestamp === last.timestamp) return last.text
  const second = Math.floor(timestamp / 1000)
  const secondText = second === last.second ? last.secondText : new Date(second * 1000).toISOString().slice(0, 20)
  const text = `${secondText}${String(Math.floor(timestamp - second * 1000)).padStart(3, '0')}Z`
  last = { timestamp, text, second, secondText }
  return text
}

function harmless(line: string): string {
  return line.replace(steering, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** What JSON leaves as it is though it steers a terminal (U+009B begins escape sequences), ends a line, or turns the text around. */
const steering = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g
