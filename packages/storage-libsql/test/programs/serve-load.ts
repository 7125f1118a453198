// Serves writes without end and acknowledges each on its output: what stands there must be found after any death.
import { libsql } from '../../src/index.ts'
import { code, session, token } from '../records.ts'
import { say } from './say.ts'

const [url = '', run = ''] = process.argv.slice(2)
const { stores } = await libsql({ url }).open(['accessTokens', 'authorizationCodes', 'revocations', 'sessions'])
const { accessTokens, authorizationCodes, revocations, sessions } = stores
if (accessTokens === undefined || authorizationCodes === undefined || revocations === undefined || sessions === undefined) {
  throw new TypeError('A store is missing')
}
say('ready')

async function repeat(lane: string, write: (name: string) => Promise<void>): Promise<never> {
  for (let index = 0; ; index += 1) await write(`${run}-${lane}-${index}`)
}

/** Two at a time of each kind, so that groups of several decisions are committed. */
await Promise.all(['a', 'b'].flatMap((lane) => [
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
    await revocations.add([name], 9000)
    say(`revoked ${name}`)
  }),
  repeat(lane, async (name) => {
    await sessions.insert(session(name), `${name}-cookie`, `${run}-${lane}-cookie`)
    say(`session ${name}`)
  }),
]))
