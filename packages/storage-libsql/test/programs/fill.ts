// Writes, reads and checks on command, in a process with a limited file size.
import { StorageUnavailable } from '@symbolon/core-protocol'
import { libsql } from '../../src/index.ts'
import { session, token } from '../records.ts'
import { commands, say } from './say.ts'

const [url = ''] = process.argv.slice(2)
const { stores } = await libsql({ url, accessTokensInMemory: 0 }).open(['accessTokens', 'issuance', 'sessions'])
let number = 0
/** Writes a row to a page anywhere in the table, which may have to be split. */
const write = async (): Promise<string> => {
  number += 1
  const name = `token-${number}-${'x'.repeat(400)}`
  await stores.issuance?.commit({ accessToken: token(name) })
  return name
}
const reason = (error: unknown): string => (error instanceof StorageUnavailable ? 'StorageUnavailable' : String(error))
const acknowledged: string[] = []

/** Writes ever smaller groups of rows until ten single rows in turn no longer fit. */
async function fill(): Promise<string> {
  const failures = new Set<string>()
  for (const size of [20, 1]) {
    for (let failed = 0; failed < 10;) {
      const answers = await Promise.allSettled(Array.from({ length: size }, write))
      acknowledged.push(...answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])))
      failed = answers.some(({ status }) => status === 'rejected') ? failed + 1 : 0
      for (const answer of answers) if (answer.status === 'rejected') failures.add(reason(answer.reason))
    }
  }
  for (let answer = 'done'; answer === 'done';) answer = await renew()
  return `failed with ${[...failures].join(', ')}`
}

async function renew(): Promise<string> {
  number += 1
  return tryOnce(async () => stores.sessions?.insert(session(`s${number}`), 'new', 'old'))
}

async function tryOnce(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'done'
  } catch (error) {
    return reason(error)
  }
}

const answers: Readonly<Record<string, () => Promise<string>>> = {
  fill,
  count: async () => String(acknowledged.length),
  write: () => tryOnce(async () => acknowledged.push(await write())),
  transaction: renew,
  read: async () => {
    for (const name of acknowledged) if ((await stores.accessTokens?.find(token(name).number))?.digest !== name) return `${name} is missing`
    return `all ${acknowledged.length > 0}`
  },
}

say('ready')
for await (const command of commands()) say(await (answers[command]?.() ?? 'what?'))
