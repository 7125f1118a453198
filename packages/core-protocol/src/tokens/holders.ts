// Whom and what an issued token, code or session hangs on, and whether all of that still is what it was. A new password, and a user,
// organization, project or app that is switched off, end what was issued before; switching it on again revives none of it.
// Each of them counts its ends, what is issued keeps a digest of the counts, and the two are compared at each use: nothing has to be
// searched, and no clock decides. A time would do neither within its resolution nor after a clock that was ahead.
import { digest } from '../crypto/digest.ts'
import type { Holder, Holders } from '../ports/authorization.ts'
import type { Client } from '../ports/client.ts'
import type { User } from '../ports/user.ts'

export function ofUser({ id, createdAt, timesEnded }: Pick<User, 'id' | keyof Holder>): Holders {
  return { [`user ${id}`]: { createdAt, timesEnded } }
}

export function ofClient({ clientId, createdAt, timesEnded }: Pick<Client, 'clientId' | keyof Holder>): Holders {
  return { [`client ${clientId}`]: { createdAt, timesEnded } }
}

export function ofPersonalAccessToken({ id, createdAt, timesEnded }: Holder & { readonly id: string }): Holders {
  return { [`personal access token ${id}`]: { createdAt, timesEnded } }
}

/** Of one that was read twice the earlier state stays: what was proven in it may have ended since. */
export function uniteHolders(...all: readonly Holders[]): Holders {
  const united: Record<string, Holder> = {}
  for (const [name, holder] of all.flatMap((each) => Object.entries(each))) {
    const known = united[name]
    if (known === undefined || holder.timesEnded < known.timesEnded) united[name] = holder
  }
  return united
}

/** @returns 16 characters, which go into what is issued */
export function validityOf(holders: Holders): string {
  const states = Object.entries(holders).map(([name, { createdAt, timesEnded }]) => [name, createdAt, timesEnded] as const)
  return digest(JSON.stringify(states.sort(([a], [b]) => (a < b ? -1 : 1)))).slice(0, 16)
}

export interface Issued {
  /** `validityOf` when it was issued; what an earlier release issued has none. */
  readonly validity?: string | undefined
  /** Milliseconds since the epoch. */
  readonly issuedAt: number
}

/** Whether nothing that it hangs on was ended, or removed and made again, since it was issued. */
export function stillHeldBy(holders: Holders, { validity, issuedAt }: Issued): boolean {
  if (validity !== undefined) return validity === validityOf(holders)
  return Object.values(holders).every(({ createdAt, timesEnded }) => timesEnded === 0 && createdAt <= issuedAt)
}
