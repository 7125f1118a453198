// The size of the young generation, in a process of its own: flags of V8 hold for a whole process.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

const megabyte = 1024 * 1024

/** Keeps much of what it creates for a while, as an import does, and yields to the event loop now and then. */
const program = `
  import { getHeapSpaceStatistics } from 'node:v8'
  import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
  import { collectSooner, giveMemoryBack } from ${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)}
  const size = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size
  async function work(rounds = 2000, rest = turn) {
    let greatest = 0
    let kept = []
    for (let round = 0; round < rounds; round += 1) {
      for (let count = 0; count < 500; count += 1) kept.push({ round, text: 'text ' + count })
      if (kept.length > 100_000) kept = []
      greatest = Math.max(greatest, size())
      await rest()
    }
    return greatest
  }
  if (process.argv[1] === 'bounded') collectSooner()
  const first = size()
  const worked = await work()
  giveMemoryBack()
  const idle = size()
  const again = await work()
  giveMemoryBack()
  // The collection is told in a later turn, after which it may grow again.
  await wait(50)
  const inOneTurn = await work(2000, () => undefined)
  await wait(1500)
  console.log(JSON.stringify({ first, worked, idle, again, inOneTurn, afterwards: size(), last: await work() }))
`

type Moment = 'first' | 'worked' | 'idle' | 'again' | 'inOneTurn' | 'afterwards' | 'last'

async function sizes(how: 'bounded' | 'free', ...options: readonly string[]): Promise<Readonly<Record<Moment, number>>> {
  const args = [...options, '--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program, how]
  // Other tests run in this process meanwhile.
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as Awaited<ReturnType<typeof sizes>>
}

const bounded = sizes('bounded')

/** V8 may add a page of 256 KiB to each half. */
function assertSize(size: number, megabytes: number): void {
  assert.ok(size >= megabytes * megabyte && size <= (megabytes + 0.5) * megabyte, `${size} bytes`)
}

test('the young generation grows for work like an import, to 16 MB and no further, also after its memory was given back', async () => {
  const { first, worked, idle, again } = await bounded
  assert.ok(first < 8 * megabyte, `${first} at the start`)
  assertSize(worked, 16)
  assert.ok(idle < 8 * megabyte, `${idle} when idle`)
  assertSize(again, 16)
})

test('one that outgrew its bound within one turn of the event loop is made smaller', async () => {
  const { inOneTurn, afterwards, last } = await bounded
  assert.ok(inOneTurn >= 64 * megabyte, `${inOneTurn} in one turn`)
  assert.ok(afterwards < 17 * megabyte, `${afterwards} afterwards`)
  assertSize(last, 16)
})

test('one that the options of the process make larger stays', async () => {
  const { again, last } = await sizes('bounded', '--min-semi-space-size=16')
  for (const size of [again, last]) assertSize(size, 32)
})

test('without a bound the same work makes it larger', async () => {
  const { worked } = await sizes('free')
  assert.ok(worked >= 32 * megabyte, `${worked}`)
})
