// One of several processes that redeem the same codes on one server. It prints the codes that it redeemed.
import { libsql } from '../../src/index.ts'
import { redemption, token } from '../records.ts'
import { commands, say } from './say.ts'

const [url = ''] = process.argv.slice(2)
const storage = await libsql({ url, waitLimit: 60_000 }).open(['accessTokens', 'authorizationCodes', 'issuance'])
const { issuance } = storage.stores
say('ready')
for await (const line of commands()) {
  const won = await Promise.all(
    line.split(' ').map(async (digest) => {
      const accessToken = token(`${digest} of ${process.pid}`)
      return (await issuance?.commit({ redeems: redemption(digest), accessToken })) === 'issued' ? [digest] : []
    }),
  )
  say(won.flat().join(' '))
  break
}
await storage.close()
process.exit(0)
