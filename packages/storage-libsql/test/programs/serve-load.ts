// Writes without end and prints an acknowledgement of each write. The test checks after a kill that every acknowledged write is there.
import { libsql } from '../../src/index.ts'
import { code, firstOf, redemption, refreshToken, rotation, session, steps, successorsOf, token } from '../records.ts'
import { say } from './say.ts'

const [url = '', run = ''] = process.argv.slice(2)
const { stores } = await libsql({ url }).open([
  'accessTokens',
  'authorizationCodes',
  'issuance',
  'refreshTokens',
  'revocations',
  'sessions',
])
const { authorizationCodes, issuance, revocations, sessions } = stores
if (authorizationCodes === undefined || issuance === undefined || revocations === undefined || sessions === undefined) {
  throw new TypeError('A store is missing')
}
say('ready')

async function repeat(lane: string, write: (name: string) => Promise<void>): Promise<never> {
  for (let index = 0; ; index += 1) await write(`${run}-${lane}-${index}`)
}

/** Two at a time of each kind, so that groups of several decisions are committed. */
await Promise.all(
  ['a', 'b'].flatMap((lane) => [
    repeat(lane, async (name) => {
      await issuance.commit({ accessToken: token(name) })
      say(`token ${name}`)
    }),
    repeat(lane, async (name) => {
      await authorizationCodes.insert(code(name))
      say(`code ${name}`)
      const issued = { accessToken: token(`of ${name}`), refreshToken: refreshToken(`of ${name}`, 'first') }
      say(`${await issuance.commit({ redeems: redemption(name), ...issued })} ${name}`)
    }),
    repeat(lane, async (name) => {
      await issuance.commit({ refreshToken: refreshToken(name, firstOf(name)) })
      say(`family ${name}`)
      let live = firstOf(name)
      for (let step = 1; step <= steps; step += 1) {
        const successors = successorsOf(name, step)
        const outcomes = await Promise.all(successors.map((successor) => issuance.commit({ redeems: rotation(name, live, successor) })))
        live = successors[outcomes.indexOf('issued')] ?? live
        // Of two concurrent uses, one rotates and the other is a replay.
        say(outcomes.toSorted().join() === 'issued,repeated' ? `rotated ${live}` : `forked ${name}`)
      }
    }),
    repeat(lane, async (name) => {
      await revocations.add([name], 9000)
      say(`revoked ${name}`)
    }),
    repeat(lane, async (name) => {
      await sessions.insert(session(name), `${name}-cookie`, `${run}-${lane}-cookie`)
      say(`session ${name}`)
    }),
  ]),
)
