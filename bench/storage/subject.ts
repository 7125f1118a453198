// The operations that are measured, and their data.

export interface Subject {
  /** Each operation runs several times and returns how often. */
  readonly operations: Readonly<Record<string, () => Promise<number>>>
  close(): Promise<void>
}

/** The number of statements between two turns of the event loop. */
export const row = 20
export const parallel = 64
export const bulk = 500

export async function inARow(work: () => Promise<unknown>): Promise<number> {
  for (let index = 0; index < row; index += 1) await work()
  return row
}

export async function inParallel(work: () => Promise<unknown>): Promise<number> {
  await Promise.all(Array.from({ length: parallel }, work))
  return parallel
}

export const known = 1000
export const digestOf = (index: number): string => `digest-${String(index).padStart(37, '0')}`
export const anyDigest = (): string => digestOf(Math.floor(Math.random() * known))
/** The number of the access token with `digestOf(index)`. */
export const numberOf = (index: number): number => (index + 1) * 4096
export const anyNumber = (): number => numberOf(Math.floor(Math.random() * known))
let issued = numberOf(known)
/** Ascending, as those of tokens that are issued. */
export const newNumber = (): number => (issued += 1 + Math.floor(Math.random() * 4096))
export const newDigest = (): string => crypto.randomUUID() + crypto.randomUUID().slice(0, 8)

export const clientId = 'app-1@client'
