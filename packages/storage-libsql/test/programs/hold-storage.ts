// A process that opens storages, prints the results, and waits to be killed.
import { libsql } from '../../src/index.ts'
import { say } from './say.ts'

try {
  for (const url of process.argv.slice(2)) {
    const storage = await libsql({ url }).open(['instance'])
    await storage.stores.instance?.setIfAbsent('holder', 'was here')
  }
  say('open')
  setInterval(() => {}, 1000)
} catch (error) {
  say(error instanceof Error && 'code' in error ? String(error.code) : String(error))
}
