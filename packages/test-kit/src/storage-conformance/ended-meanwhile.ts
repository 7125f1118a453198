// What a session asks for is not stored once everything of its user was ended, however close together the two come.
import assert from 'node:assert/strict'
import type { Resource, Stores, User } from '@symbolon/core-protocol'
import { human } from './fixtures.ts'
import { together } from './stores.ts'

/** A person as created at 1000, of whom nothing was ended yet. */
export const seen: Pick<User, 'createdAt' | 'timesEnded'> = { createdAt: 1000, timesEnded: 0 }

/** A person whose password can be replaced, which ends what was issued before. */
export function withPassword(userId: string): Resource {
  return human('o1', userId, 'ada', { secrets: { passwordHash: 'hash-1' } })
}

/**
 * Sets a new password of `u1` among concurrent writes that saw the user before it.
 * @param write is expected not to return `done` when it begins after the password was set
 */
export async function neverAfterTheEnd<T>(
  { passwords }: Pick<Stores, 'passwords'>,
  write: (index: number) => Promise<T>,
  done: T,
): Promise<void> {
  let ended = false
  await together(20, async (index) => {
    if (index === 7) {
      assert.ok(await passwords.set({ userId: 'u1', hash: 'hash-2', replaces: 'any', seen: 'any', now: 2000 }))
      ended = true
      return
    }
    const wasEnded = ended
    const outcome = await write(index)
    if (wasEnded) assert.notEqual(outcome, done)
  })
}
