// Another program that holds the write lock of a database for random times, until it receives the request to stop.
import Database from 'libsql'
import { setTimeout as sleep } from 'node:timers/promises'
import { say } from './say.ts'

const [path = '', longest = '0'] = process.argv.slice(2)
const database = new Database(path, { timeout: 1000 })
say('ready')
for (;;) {
  database.exec('begin immediate')
  say('held')
  await sleep(Math.random() * Number(longest))
  database.exec('rollback')
  await sleep(Math.random() * 150)
}
