// One schedule: actions of clients, users and operators in an order that a seed decides, some of them at the same time, with faults of the
// storage and clocks that jump. After each step the worlds remain in which the provider's answers are right. When none remains, an answer
// was wrong.
import { seededRandom } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import type { Time } from './clock.ts'
import { clients, startService, users } from './service.ts'
import type { Fault } from './failing-storage.ts'
import type { Service, Stage } from './service.ts'
import { familyOf, isSessionOpen, isValid, outcomesOf, stagesOf } from './world.ts'
import type { Action, Answer, World } from './world.ts'

type Random = ReturnType<typeof seededRandom>

const steps = 30
/** Schedules that run on one provider, one after another. */
const onOneProvider = 25

/**
 * Runs schedules. Each has a seed, and runs on the same provider as some of the seeds before it, whatever the first of all seeds is.
 * @throws Error with the whole schedule when an answer was wrong
 */
export async function simulate(seeds: Iterable<number>): Promise<void> {
  let service: Service | undefined
  try {
    for (const seed of seeds) {
      const number = numberOf(seed)
      if (number === 0) await service?.close()
      service = number === 0 || service === undefined ? await startService() : service
      await run(seed, await service.begin(number))
    }
  } finally {
    await service?.close()
  }
}

/** The seeds whose schedules run on the same provider until that of this seed. */
export function seedsUntil(seed: number): readonly number[] {
  return Array.from({ length: numberOf(seed) + 1 }, (_, index) => seed - numberOf(seed) + index)
}

/** Seeds begin at 1. */
function numberOf(seed: number): number {
  return (seed - 1) % onOneProvider
}

async function run(seed: number, service: Stage): Promise<void> {
  const random = seededRandom(seed)
  const { time } = service
  const log: string[] = []
  let worlds: readonly World[] = [firstWorld()]
  try {
    for (let step = 0; step < steps; step += 1) {
      const [world] = worlds
      if (world !== undefined) log.push(...time.move(random, world))
      const actions = nextActions(step, random, service, worlds[0] ?? firstWorld(), time.now())
      worlds = await take(actions, faultFor(actions, random), { worlds, service, time, log })
    }
    // Everything that was ever issued is looked at once more.
    for (const token of service.known.accessTokens.keys())
      worlds = await take([{ kind: 'look', token, at: 'introspection' }], undefined, { worlds, service, time, log })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Again: ${replayCommand(seed)}\n${log.join('\n')}\n${reason}`, { cause: error })
  }
}

/** The command that runs one schedule again. */
function replayCommand(seed: number): string {
  return `SYMBOLON_TEST_SEED=${seed} node scripts/run.mjs scripts/test.ts --only test/simulation/simulation.test.ts`
}

interface Run {
  readonly worlds: readonly World[]
  readonly service: Stage
  readonly time: Time
  readonly log: string[]
}

/** Takes actions at the same time. @returns the worlds that the answers leave */
async function take(actions: readonly Action[], fault: Fault | undefined, { worlds, service, time, log }: Run): Promise<readonly World[]> {
  if (fault !== undefined) service.arm(fault)
  const answers = await Promise.all(actions.map(async (action) => await service.perform(action)))
  const isFaulty = service.disarm()
  const now = time.now()
  log.push(
    ...actions.map((action, index) => `${String(now)} ${JSON.stringify(action)} → ${String(answers[index])}`),
    ...(isFaulty ? [`  (call ${fault?.passing} failed ${fault?.when})`] : []),
  )
  const left = orders(actions.map((action, index) => ({ action, answer: answers[index] ?? 'done' }))).flatMap((order) =>
    order.reduce<readonly World[]>(
      (before, observed) => withoutEqual(before.flatMap((world) => worldsAfter(world, observed, now, isFaulty))),
      worlds,
    ),
  )
  const different = withoutEqual(left)
  assert.ok(
    different.length > 0,
    `nothing explains the last answers. ${worlds.length} worlds were left, one of them:\n${JSON.stringify(worlds[0])}`,
  )
  return different
}

function withoutEqual(worlds: readonly World[]): readonly World[] {
  return worlds.length < 2 ? worlds : [...new Map(worlds.map((world) => [textOf(world), world])).values()]
}

/** Many actions leave a world as it is. */
const texts = new WeakMap<World, string>()

function textOf(world: World): string {
  const text = texts.get(world) ?? JSON.stringify(world)
  texts.set(world, text)
  return text
}

interface Observed {
  readonly action: Action
  readonly answer: Answer
}

function worldsAfter(world: World, { action, answer }: Observed, now: number, isFaulty: boolean): readonly World[] {
  const outcomes = outcomesOf(world, action, now)
  if (answer !== 'unavailable') return outcomes.filter((outcome) => outcome.answer === answer).map((outcome) => outcome.world)
  // Without a response the outcome is unknown: the whole action was done, or none of it, or the part before the fault.
  return isFaulty ? [world, ...stagesOf(world, action), ...outcomes.map((outcome) => outcome.world)] : []
}

function orders<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length < 2) return [items]
  return items.flatMap((first, index) => orders(items.toSpliced(index, 1)).map((others) => [first, ...others]))
}

function firstWorld(): World {
  const holders = (names: readonly string[]): World['users'] => Object.fromEntries(names.map((name) => [name, { active: true, ends: 0 }]))
  return { users: holders(users), clients: holders(clients), sessions: {}, authorizations: {}, codes: {}, families: {}, accessTokens: {} }
}

function faultFor(actions: readonly Action[], random: Random): Fault | undefined {
  // What a failed sign-in leaves behind, such as a counted try, is not part of the model; nor which of two passwords holds.
  if (random.number(4) > 0 || actions.some(({ kind }) => ['sign_in', 'set_password', 'sweep'].includes(kind))) return undefined
  return { passing: random.number(10), when: random.pick(['before', 'after']) }
}

/** The next thing to do, or several at once. What still works in the world is used most; what does not is tried now and then. */
function nextActions(step: number, random: Random, { known }: Stage, world: World, now: number): readonly Action[] {
  const as = `${step}`
  const anyOf = (all: readonly string[]): string => all[random.number(all.length)] ?? ''
  const held = (name: string): boolean => isValid(world, world.authorizations[name])
  const [sessions, codes] = [[...known.browsers.keys()], [...known.codes.keys()]]
  const [accessTokens, refreshTokens] = [[...known.accessTokens.keys()], [...known.refreshTokens.keys()]]
  const openSessions = sessions.filter((name) => isSessionOpen(world, world.sessions[name]))
  const freshCodes = codes.filter((name) => world.codes[name]?.redeemed === false && now < (world.codes[name]?.expiresAt ?? 0))
  const familiesLeft = refreshTokens.filter(
    (name) => now < familyLeftUntil(world, name) && held(world.families[familyOf(name)]?.authorization ?? ''),
  )
  const current = familiesLeft.filter((name) => world.families[familyOf(name)]?.current === name)
  const valid = accessTokens.filter((name) => held(world.accessTokens[name]?.authorization ?? ''))
  const user = random.pick(users)
  const client = random.pick(clients)
  /** The client of the code or the token, or sometimes another client. */
  const clientOf = (name: string): string => {
    const issued = world.codes[name] ?? world.accessTokens[name] ?? world.families[familyOf(name)]
    return random.number(12) === 0 ? client : (world.authorizations[issued?.authorization ?? '']?.client ?? client)
  }
  const redeem = (code: string, suffix = ''): Action => ({ kind: 'redeem', code, client: clientOf(code), as: as + suffix })
  const refresh = (token: string, suffix = ''): Action => ({ kind: 'refresh', token, client: clientOf(token), as: as + suffix })
  const look = (token: string): Action => ({ kind: 'look', token, at: random.pick(['userinfo', 'introspection']) })
  const authorize = (session: string): Action => ({ kind: 'authorize', session, client, as })
  const [code, token, accessToken] = [anyOf(freshCodes), anyOf(current), anyOf(valid)]
  const revokeRefreshToken: Action = { kind: 'revoke_refresh_token', token, client: clientOf(token) }
  const setUser: Action = { kind: 'set_user', user, state: random.pick(['inactive', 'locked', 'active']) }
  const off = users.find((name) => world.users[name]?.active === false)
  const clientOff = clients.find((name) => world.clients[name]?.active === false)
  const when = (...names: readonly unknown[]): boolean => names.every((name) => name !== '' && name !== undefined)
  const choices: readonly (readonly [weight: number, isPossible: boolean, actions: readonly Action[]])[] = [
    [openSessions.length === 0 ? 20 : 1, true, [{ kind: 'sign_in', user, as }]],
    [familiesLeft.length === 0 ? 20 : 4, openSessions.length > 0, [authorize(anyOf(openSessions))]],
    [1, sessions.length > 0, [authorize(anyOf(sessions))]],
    [familiesLeft.length === 0 ? 20 : 6, when(code), [redeem(code)]],
    [1, codes.length > 0, [redeem(anyOf(codes))]],
    [8, when(token), [refresh(token)]],
    [3, familiesLeft.length > 0, [refresh(anyOf(familiesLeft))]],
    [1, refreshTokens.length > 0, [refresh(anyOf(refreshTokens))]],
    [4, when(accessToken), [look(accessToken)]],
    [1, accessTokens.length > 0, [look(anyOf(accessTokens))]],
    [1, when(accessToken), [{ kind: 'revoke_access_token', token: accessToken, client: clientOf(accessToken) }]],
    [1, when(token), [revokeRefreshToken]],
    [1, sessions.length > 0, [{ kind: 'sign_out', session: anyOf(sessions) }]],
    [1, true, [setUser]],
    [20, when(off), [{ kind: 'set_user', user: off ?? user, state: 'active' }]],
    [1, true, [{ kind: 'set_client', client, active: random.number(3) > 0 }]],
    [20, when(clientOff), [{ kind: 'set_client', client: clientOff ?? client, active: true }]],
    [1, true, [{ kind: 'set_password', user }]],
    [1, true, [{ kind: 'sweep' }]],
    [1, when(code), [redeem(code), redeem(code, 'b'), redeem(code, 'c')]],
    [2, when(token), [refresh(token), refresh(token, 'b'), refresh(token, 'c')]],
    [1, when(token), [refresh(token), revokeRefreshToken]],
    [1, when(token), [refresh(token), setUser]],
    [1, when(code), [redeem(code), { kind: 'sign_out', session: world.authorizations[code]?.session ?? '' }]],
    [1, when(accessToken), [look(accessToken), setUser]],
  ]
  const possible = choices.filter(([, isPossible]) => isPossible)
  let drawn = random.number(possible.reduce((sum, [weight]) => sum + weight, 0))
  return possible.find(([weight]) => (drawn -= weight) < 0)?.[2] ?? [setUser]
}

function familyLeftUntil({ families }: World, token: string): number {
  return families[familyOf(token)]?.expiresAt ?? 0
}
