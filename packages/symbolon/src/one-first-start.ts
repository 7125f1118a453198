// The first start of an instance. When several processes start on an empty database at once, one of them makes what a first start makes, and
// the others wait for it: of the secrets that each of them would generate and print, all but one would be wrong.
import type { Context, InstanceStore } from '@symbolon/core-protocol'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from './start-error.ts'
import { firstStartFact } from './storage.ts'

/** Whose first start is under way; empty when it failed. */
const claimFact = 'first_start_claim'
const released = ''

const pauseTime = 100
/** After so many pauses in which a claim was not renewed, another process takes it over. */
const pausesOfClaim = 150
/** After so many pauses, ten minutes or more, a process does not wait any longer for one that renews its claim. */
const mostPauses = 6000
/** Milliseconds. */
const renewal = 3000

type StartContext = Pick<Context<'instance'>, 'now' | 'randomToken'> & { readonly stores: { readonly instance: InstanceStore } }

/** How a start waits for another start. */
export interface StartOptions {
  /** Whether other processes may use the database at the same time. */
  readonly shared: boolean
  /** Replaced in tests. */
  readonly pause?: () => Promise<unknown>
}

/**
 * Runs a start, with whether it is the first one of the instance. Of several starts at once, exactly one is the first.
 * @throws StartError first_start_elsewhere
 */
export async function asFirstStart(context: StartContext, options: StartOptions, run: (first: boolean) => Promise<void>): Promise<void> {
  const { instance } = context.stores
  const claim = context.randomToken()
  if (!(await isFirst(instance, claim, options))) return await run(false)
  const held = renewing(instance, claim)
  try {
    await run(true)
    await instance.setIfAbsent(firstStartFact, new Date(context.now()).toISOString())
  } catch (error) {
    await instance.replace(claimFact, await held.end(), released).catch(() => undefined)
    throw error
  } finally {
    await held.end()
  }
}

async function isFirst(instance: InstanceStore, claim: string, { shared, pause = () => sleep(pauseTime) }: StartOptions): Promise<boolean> {
  const isOver = async (): Promise<boolean> => (await instance.get(firstStartFact)) !== undefined
  if (await isOver()) return false
  let seen = await instance.setIfAbsent(claimFact, claim)
  for (let [waited, pauses] = [0, 0]; seen !== claim; pauses += 1) {
    if (pauses === mostPauses) throw takesTooLong()
    const isFree = seen === released || waited >= pausesOfClaim || !shared
    if (isFree && (await instance.replace(claimFact, seen, claim))) break
    await pause()
    if (await isOver()) return false
    const now = (await instance.get(claimFact)) ?? released
    waited = now === seen ? waited + 1 : 0
    seen = now
  }
  // The previous holder of the claim may have ended in between.
  return !(await isOver())
}

function takesTooLong(): StartError {
  return new StartError(
    'first_start_elsewhere',
    'Another process has been at the first start of this database for ten minutes. Look at its log: end it if it hangs, and start again when it has ended.',
  )
}

/** Renews the claim for as long as the start takes. */
function renewing(instance: InstanceStore, claim: string): { end(): Promise<string> } {
  let [current, renewals, under] = [claim, 0, Promise.resolve()]
  const renew = async (): Promise<void> => {
    const next = `${claim}.${(renewals += 1)}`
    if (await instance.replace(claimFact, current, next).catch(() => false)) current = next
  }
  const timer = setInterval(() => void (under = under.then(renew)), renewal)
  return {
    async end() {
      clearInterval(timer)
      await under
      return current
    },
  }
}
