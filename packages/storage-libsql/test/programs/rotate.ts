// One of several processes that use the same refresh tokens on one server, each token three times at once. It prints every outcome.
import { libsql } from '../../src/index.ts'
import { rotation, token } from '../records.ts'
import { commands, say } from './say.ts'

const [url = ''] = process.argv.slice(2)
const storage = await libsql({ url, waitLimit: 60_000 }).open(['accessTokens', 'issuance', 'refreshTokens'])
const { issuance } = storage.stores
say('ready')
for await (const line of commands()) {
  const families = line.split(' ')
  const outcomes: string[] = []
  // Some steps at once, so that uses of one token overlap.
  for (let start = 0; start < families.length; start += 10) {
    const uses = families.slice(start, start + 10).flatMap((family) => [family, family, family])
    outcomes.push(
      ...(await Promise.all(
        uses.map(async (family) => {
          const accessToken = token(crypto.randomUUID())
          return `${family}:${await issuance?.commit({ redeems: rotation(family, 'first', 'second'), accessToken })}`
        }),
      )),
    )
  }
  say(outcomes.join(' '))
  break
}
await storage.close()
process.exit(0)
