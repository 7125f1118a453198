// Opens every store of a database on command, which migrates it, and prints the result.
import { libsql } from '../../src/index.ts'
import { allStores } from '../all-stores.ts'
import { commands, say } from './say.ts'

const [url = ''] = process.argv.slice(2)
say('ready')
for await (const _ of commands()) {
  try {
    await (await libsql({ url, waitLimit: 60_000 }).open(allStores)).close()
    say('open')
  } catch (error) {
    say(error instanceof Error && 'code' in error ? String(error.code) : String(error))
  }
  break
}
process.exit(0)
