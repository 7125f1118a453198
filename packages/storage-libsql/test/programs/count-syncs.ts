// Acknowledges single writes, then groups, then transactions. It begins when a line on standard input says that its system calls are
// traced.
import { libsql } from '../../src/index.ts'
import { session, token } from '../records.ts'
import { commands, say } from './say.ts'

for await (const _ of commands()) break
const storage = await libsql({ url: process.argv[2] ?? '' }).open(['accessTokens', 'issuance', 'sessions'])
const { issuance, sessions } = storage.stores
say('ack ready')
for (let index = 0; index < 20; index += 1) {
  await issuance?.commit({ accessToken: token(`single-${index}`) })
  say(`ack single-${index}`)
}
for (let group = 0; group < 20; group += 1) {
  await Promise.all(Array.from({ length: 10 }, async (_, index) => issuance?.commit({ accessToken: token(`group-${group}-${index}`) })))
  say(`ack group-${group}`)
}
for (let index = 0; index < 20; index += 1) {
  await sessions?.insert(session(`s${index}`), 'new', 'old')
  say(`ack session-${index}`)
}
process.exit(0)
