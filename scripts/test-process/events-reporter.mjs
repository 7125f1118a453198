// A reporter of `node:test` that sends each event to the parent process, for scripts/file-report.ts to count and print.
import { Transform } from 'node:stream'
import { inspect } from 'node:util'

export default new Transform({
  writableObjectMode: true,
  transform({ type, data }, _encoding, done) {
    const event = eventOf(type, data)
    if (event !== undefined) process.send(event)
    done()
  },
})

function eventOf(type, data) {
  switch (type) {
    case 'test:start':
      return { type: 'start', nesting: data.nesting, name: data.name }
    case 'test:pass':
    case 'test:fail':
      return ended(type, data)
    default:
      return undefined
  }
}

function ended(type, data) {
  const { file, nesting, name, details, skip, todo, line, column } = data
  return {
    type: type === 'test:pass' ? 'pass' : 'fail',
    nesting,
    name,
    place: line === undefined ? undefined : `${file}:${line}:${column}`,
    suite: details.type === 'suite',
    skipped: (skip !== undefined && skip !== false) || (todo !== undefined && todo !== false),
    milliseconds: details.duration_ms,
    memory: process.memoryUsage.rss(),
    // A suite or a file fails because of its tests, which have been reported already.
    ofSubtests: details.error?.failureType === 'subtestsFailed',
    error: details.error === undefined ? undefined : textOf(details.error.cause ?? details.error),
  }
}

function textOf(cause) {
  return typeof cause === 'string' ? cause : inspect(cause, { depth: 8 })
}
