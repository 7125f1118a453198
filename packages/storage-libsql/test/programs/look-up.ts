// One of several processes on one server. For each line on standard input it prints which user and which client are active.
import { libsql } from '../../src/index.ts'
import { commands, say } from './say.ts'

const [url = ''] = process.argv.slice(2)
const { users, clients } = (await libsql({ url, waitLimit: 60_000 }).open(['users', 'clients'])).stores
say('ready')
for await (const _ of commands()) say(`${(await users?.findActive('ada'))?.id} ${(await clients?.find('robot'))?.clientId}`)
process.exit(0)
