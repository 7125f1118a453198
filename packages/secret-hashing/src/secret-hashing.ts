// Hashes with argon2id, and verifies the hashes of every scheme in `schemes/`, without blocking the event loop and through one bounded
// queue. The cost in a hash is checked first: the native code obeys it, and the hash may come from an import.
import type { SecretHashing, SecretVerification, VerificationOptions } from '@symbolon/core-protocol'
import { boundedQueue } from './bounded-queue.ts'
import { inspectHash, readWithin } from './inspect-hash.ts'
import { argon2Library } from './schemes/native.ts'
import { checkOptions } from './options.ts'
import type { SecretHashingOptions, SecretHashingRefusal } from './options.ts'
import { refusalTime } from './refusal-time.ts'
import { argon2Cost } from './schemes/argon2.ts'

/** Longer secrets are never hashed: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const maxSecretBytes = 1024
const saltBytes = 16
const digestBytes = 32
const argon2idAlgorithm = 2

/**
 * Hashes and verifies secrets that users choose.
 * @throws TypeError with the code `unknown_option`, `weak_argon2_parameters`, `argon2_parameters_out_of_bounds` or `invalid_secret_hashing_options`
 * @example
 * const hashing = secretHashing()
 * const hash = await hashing.hash('correct horse')
 * await hashing.verify('correct horse', hash) // { valid: true, rehash: false }
 */
export function secretHashing(options: SecretHashingOptions = {}): SecretHashing {
  const { argon2: target, concurrency, queueLimit, queueWaitMilliseconds, memoryBudgetKiB, onRefusal } = checkOptions(options)
  const queue = boundedQueue({ concurrency, waiting: queueLimit, waitMilliseconds: queueWaitMilliseconds, memoryKiB: memoryBudgetKiB })

  const time = refusalTime()
  const targetPrefix = `$argon2id$v=19$m=${target.memoryKiB},t=${target.passes},p=${target.lanes}$`
  // A hash with a zero salt and digest: verifying against it takes the same work as against any hash with the target parameters.
  const absentHash = `${targetPrefix}${'A'.repeat(base64Length(saltBytes))}$${'A'.repeat(base64Length(digestBytes))}`

  /** Hashes are parsed strictly, so equal parameters have equal text. */
  function hasTargetParameters(hash: string): boolean {
    return hash.startsWith(targetPrefix) && hash.length === absentHash.length
  }

  function refuse(reason: SecretHashingRefusal): SecretVerification {
    onRefusal(reason)
    return { valid: false, rehash: false }
  }

  async function verify(
    secret: string,
    hash: string,
    { slowest = 0, begin = async () => true }: VerificationOptions = {},
  ): Promise<SecretVerification> {
    const bytes = secretBytes(secret)
    if (bytes === undefined) return refuse('secret_too_long')
    const reading = readWithin(hash, memoryBudgetKiB)
    if (typeof reading === 'string') return refuse(reading)
    const { cost } = reading
    // The time is measured from the turn in the queue: the wait in the queue does not depend on the hash.
    const compared = await queue.run(cost, async () => {
      if (!(await begin())) return undefined
      const end = time.begin(cost.milliseconds)
      return { valid: await reading.verify(bytes), end }
    })
    if (compared === undefined) return { valid: false, rehash: false }
    const { valid, end } = compared
    await end(valid ? 0 : slowest)
    if (!valid || bytes.length <= reading.comparedBytes) return { valid, rehash: valid && !hasTargetParameters(hash) }
    // A hash of what follows, which nothing has verified, would make a typing error the secret.
    return { valid, rehash: false, partial: true }
  }

  return {
    async hash(secret) {
      const bytes = secretBytes(secret)
      if (bytes === undefined) {
        throw Object.assign(new TypeError(`A secret has at most ${maxSecretBytes} bytes.`), { code: 'secret_too_long' })
      }
      const argon2 = await argon2Library()
      return queue.run(argon2Cost(target), () =>
        argon2.hash(bytes, {
          algorithm: argon2idAlgorithm,
          memoryCost: target.memoryKiB,
          timeCost: target.passes,
          parallelism: target.lanes,
          outputLen: digestBytes,
        }),
      )
    },
    verify,
    async verifyAbsent(secret, verification) {
      await verify(secret, absentHash, verification)
    },
    inspect: (hash) => inspectHash(hash, memoryBudgetKiB),
  }
}

/** The UTF-8 of the secret, not normalised; undefined if it is too long. The first check avoids encoding a very long text. */
function secretBytes(secret: string): Uint8Array | undefined {
  if (secret.length > maxSecretBytes) return undefined
  const bytes = new TextEncoder().encode(secret)
  return bytes.length > maxSecretBytes ? undefined : bytes
}

function base64Length(bytes: number): number {
  return Math.ceil((bytes * 4) / 3)
}
