// A reporter for `node --test` that writes each event as a line of JSON, for scripts/run-node-suite.ts to count and print.
import { inspect } from 'node:util'

export default async function* eventsReporter(source) {
  for await (const { type, data } of source) {
    const event = eventOf(type, data)
    if (event !== undefined) yield `${JSON.stringify(event)}\n`
  }
}

function eventOf(type, data) {
  switch (type) {
    case 'test:start':
      return { type: 'start', file: data.file, nesting: data.nesting, name: data.name }
    case 'test:pass':
    case 'test:fail':
      return ended(type, data)
    case 'test:stdout':
    case 'test:stderr':
      return { type: 'output', file: data.file, text: data.message }
    // Node reports an error that is thrown after its test has ended as a diagnostic only.
    case 'test:diagnostic':
      return data.message.includes('asynchronous activity after the test ended')
        ? { type: 'late', file: data.file, text: data.message }
        : undefined
    default:
      return undefined
  }
}

function ended(type, data) {
  const { file, nesting, name, details, skip, todo, line, column } = data
  return {
    type: type === 'test:pass' ? 'pass' : 'fail',
    file,
    nesting,
    name,
    place: line === undefined ? undefined : `${file}:${line}:${column}`,
    suite: details.type === 'suite',
    skipped: (skip !== undefined && skip !== false) || (todo !== undefined && todo !== false),
    milliseconds: details.duration_ms,
    // A suite or a file fails because of its tests, which have been reported already.
    ofSubtests: details.error?.failureType === 'subtestsFailed',
    error: details.error === undefined ? undefined : textOf(details.error.cause ?? details.error),
  }
}

function textOf(cause) {
  return typeof cause === 'string' ? cause : inspect(cause, { depth: 8 })
}
