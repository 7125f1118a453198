// Opens a storage and prints the result.
import { libsql } from '../../src/index.ts'
import { say } from './say.ts'

try {
  await libsql({ url: process.argv[2] ?? '' }).open(['instance'])
  say('open')
} catch (error) {
  say(error instanceof Error && 'code' in error ? String(error.code) : String(error))
}
process.exit(0)
