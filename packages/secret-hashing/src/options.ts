// The options with their defaults, checked when the part is built. Parameters that are weaker than the recommended minimum, or that could
// not be verified again, are a TypeError with a stable code.
import { availableParallelism } from 'node:os'
import { isWithin } from './schemes/bounds.ts'
import { argon2Bounds } from './schemes/argon2.ts'

/** The cost parameters of argon2id. https://www.rfc-editor.org/rfc/rfc9106#section-4 */
export interface Argon2Parameters {
  readonly memoryKiB: number
  readonly passes: number
  readonly lanes: number
}

/** Why a verification was refused without computing anything. */
export type SecretHashingRefusal = 'secret_too_long' | 'unknown_scheme' | 'malformed' | 'cost_out_of_bounds'

/** Options of `secretHashing`. */
export interface SecretHashingOptions {
  /** The parameters of new hashes. Default: 19456 KiB, 2 passes, 1 lane. */
  readonly argon2?: Argon2Parameters
  /** Jobs at the same time. Default: the number of cores, at most 2, because files and DNS share the same 4 threads (UV_THREADPOOL_SIZE). */
  readonly concurrency?: number
  /** Jobs that may wait. Default: 50. */
  readonly queueLimit?: number
  /** How long a job may wait in the queue. Default: 3000. */
  readonly queueWaitMilliseconds?: number
  /** Memory of all running jobs together. A hash that needs more by itself is out of bounds. Default: 512. */
  readonly memoryBudgetMiB?: number
  /** Called for each verification that was refused without computing anything, for example to count them. */
  readonly onRefusal?: (reason: SecretHashingRefusal) => void
}

const optionNames: Readonly<Record<keyof SecretHashingOptions, true>> = {
  argon2: true,
  concurrency: true,
  queueLimit: true,
  queueWaitMilliseconds: true,
  memoryBudgetMiB: true,
  onRefusal: true,
}

/** The options with their defaults. */
export interface CheckedOptions {
  readonly argon2: Argon2Parameters
  readonly concurrency: number
  readonly queueLimit: number
  readonly queueWaitMilliseconds: number
  readonly memoryBudgetKiB: number
  readonly onRefusal: (reason: SecretHashingRefusal) => void
}

/** The recommended minimum: any one of these. https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id */
const minimumArgon2 = [
  { memoryKiB: 47_104, passes: 1 },
  { memoryKiB: 19_456, passes: 2 },
  { memoryKiB: 12_288, passes: 3 },
  { memoryKiB: 9_216, passes: 4 },
  { memoryKiB: 7_168, passes: 5 },
]

/** The memory budget unless `memoryBudgetMiB` is set. */
export const defaultMemoryBudgetKiB: number = 512 * 1024

/** Checks the options. @throws TypeError with a stable code */
export function checkOptions(options: SecretHashingOptions): CheckedOptions {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(optionNames, name))
  if (unknown !== undefined)
    throw invalidOption(
      'unknown_option',
      `Unknown option '${unknown}' of secretHashing(). The known ones are ${Object.keys(optionNames).join(', ')}.`,
    )
  const argon2 = checkArgon2(options.argon2 ?? { memoryKiB: 19_456, passes: 2, lanes: 1 })
  const memoryBudgetKiB = 1024 * integer('memoryBudgetMiB', options.memoryBudgetMiB ?? defaultMemoryBudgetKiB / 1024, 1, 1_048_576)
  if (argon2.memoryKiB > memoryBudgetKiB) {
    throw invalidOption('invalid_secret_hashing_options', 'memoryBudgetMiB must be at least the memory of one new hash')
  }
  return {
    argon2,
    concurrency: integer('concurrency', options.concurrency ?? Math.max(1, Math.min(2, availableParallelism())), 1, 64),
    queueLimit: integer('queueLimit', options.queueLimit ?? 50, 0, 10_000),
    queueWaitMilliseconds: integer('queueWaitMilliseconds', options.queueWaitMilliseconds ?? 3000, 1, 60_000),
    memoryBudgetKiB,
    onRefusal: options.onRefusal ?? (() => {}),
  }
}

function checkArgon2({ memoryKiB, passes, lanes }: Argon2Parameters): Argon2Parameters {
  if (!minimumArgon2.some((least) => memoryKiB >= least.memoryKiB && passes >= least.passes)) {
    throw invalidOption('weak_argon2_parameters', `argon2id with ${memoryKiB} KiB and ${passes} passes is weaker than the OWASP minimum`)
  }
  const { memoryKiB: memoryBounds, work, lanes: lanesBounds } = argon2Bounds
  const isPossible = Number.isSafeInteger(passes) && passes > 0 && isWithin(memoryKiB * passes, work)
  if (!isWithin(memoryKiB, memoryBounds) || !isPossible || !isWithin(lanes, lanesBounds)) {
    throw invalidOption('argon2_parameters_out_of_bounds', 'argon2id parameters must lie within the bounds of verification')
  }
  return { memoryKiB, passes, lanes }
}

function integer(name: string, value: number, least: number, most: number): number {
  if (isWithin(value, { least, most })) return value
  throw invalidOption('invalid_secret_hashing_options', `${name} must be an integer from ${least} to ${most}`)
}

function invalidOption(code: string, message: string): TypeError {
  return Object.assign(new TypeError(message), { code })
}
