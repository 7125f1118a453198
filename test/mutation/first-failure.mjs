// A reporter of `node:test` that ends the process at the first failure: a count of mutants needs no more.
import { Writable } from 'node:stream'

export default new Writable({
  objectMode: true,
  write({ type, data }, _encoding, done) {
    const expected = data?.todo !== undefined && data.todo !== false
    if (type === 'test:fail' && !expected) process.exit(1)
    done()
  },
})
