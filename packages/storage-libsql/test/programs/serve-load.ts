// Writes without end and prints an acknowledgement of each write. The test checks after a kill that every acknowledged write is there.
import { libsql } from '../../src/index.ts'
import { code, family, firstOf, rotation, session, steps, successorsOf, token } from '../records.ts'
import { say } from './say.ts'

const [url = '', run = ''] = process.argv.slice(2)
const { stores } = await libsql({ url }).open(['accessTokens', 'authorizationCodes', 'refreshTokens', 'revocations', 'sessions'])
const { accessTokens, authorizationCodes, refreshTokens, revocations, sessions } = stores
if (
  accessTokens === undefined ||
  authorizationCodes === undefined ||
  refreshTokens === undefined ||
  revocations === undefined ||
  sessions === undefined
) {
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
      await accessTokens.insert(token(name))
      say(`token ${name}`)
    }),
    repeat(lane, async (name) => {
      await authorizationCodes.insert(code(name))
      say(`code ${name}`)
      const { outcome } = await authorizationCodes.consume(name, 'c', 2)
      say(`${outcome} ${name}`)
    }),
    repeat(lane, async (name) => {
      await refreshTokens.insert(family(name), { digest: firstOf(name), expiresAt: 9000 })
      say(`family ${name}`)
      let live = firstOf(name)
      for (let step = 1; step <= steps; step += 1) {
        const successors = successorsOf(name, step)
        const outcomes = await Promise.all(successors.map((successor) => refreshTokens.rotate(rotation(name, live, successor))))
        live = successors[outcomes.indexOf('rotated')] ?? live
        // Of two concurrent uses, one rotates and the other is a replay.
        say(outcomes.toSorted().join() === 'repeated,rotated' ? `rotated ${live}` : `forked ${name}`)
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
