// Hashes with argon2id and verifies every scheme of `schemes/`, off the event loop, through one bounded queue. The cost that a hash
// string demands is checked before any work: the native code takes it from the string, and the string may come from an import.
import { hash as argon2Hash } from '@node-rs/argon2'
import type { SecretHashing, SecretVerification, VerificationOptions } from '@symbolon/core-protocol'
import { boundedQueue } from './bounded-queue.ts'
import { inspectHash, readWithin } from './inspect-hash.ts'
import type { SecretHashingOptions, SecretHashingRefusal } from './options.ts'
import { checkOptions } from './options.ts'
import { refusalTime } from './refusal-time.ts'
import { argon2Cost } from './schemes/argon2.ts'

/** Longer secrets are never hashed: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const longestSecretBytes = 1024
const saltBytes = 16
const digestBytes = 32
const argon2idAlgorithm = 2

/** @throws TypeError with code `weak_argon2_parameters`, `argon2_parameters_out_of_bounds` or `invalid_secret_hashing_options` */
export function secretHashing(options: SecretHashingOptions = {}): SecretHashing {
  const { argon2: target, concurrency, queueLimit, queueWaitMilliseconds, memoryBudgetKiB, onRefusal } = checkOptions(options)
  const queue = boundedQueue({ concurrency, waiting: queueLimit, waitMilliseconds: queueWaitMilliseconds, memoryKiB: memoryBudgetKiB })

  const time = refusalTime()
  const targetPrefix = `$argon2id$v=19$m=${target.memoryKiB},t=${target.passes},p=${target.lanes}$`
  // Zero salt, zero digest: verifying against it takes the same work as against any hash of the target, from the first call on.
  const absentHash = `${targetPrefix}${'A'.repeat(base64Length(saltBytes))}$${'A'.repeat(base64Length(digestBytes))}`

  /** A reading is strict and knows one spelling per value, so equal parameters mean equal text. */
  function isOfTarget(hash: string): boolean {
    return hash.startsWith(targetPrefix) && hash.length === absentHash.length
  }

  function refuse(reason: SecretHashingRefusal): SecretVerification {
    onRefusal(reason)
    return { valid: false, rehash: false }
  }

  async function verify(secret: string, hash: string, { slowest = 0, begin = async () => true }: VerificationOptions = {}): Promise<SecretVerification> {
    const bytes = secretBytes(secret)
    if (bytes === undefined) return refuse('secret_too_long')
    const reading = readWithin(hash, memoryBudgetKiB)
    if (typeof reading === 'string') return refuse(reading)
    const { cost } = reading
    // From the turn in the queue on: whoever waits in it waits alike, whatever there is to verify.
    const compared = await queue.run(cost, async () => {
      if (!await begin()) return undefined
      const end = time.begin(cost.milliseconds)
      return { valid: await reading.verify(bytes), end }
    })
    if (compared === undefined) return { valid: false, rehash: false }
    const { valid, end } = compared
    await end(valid ? 0 : slowest)
    return { valid, rehash: valid && !isOfTarget(hash) }
  }

  return {
    async hash(secret) {
      const bytes = secretBytes(secret)
      if (bytes === undefined) {
        throw Object.assign(new TypeError(`a secret has at most ${longestSecretBytes} bytes`), { code: 'secret_too_long' })
      }
      return queue.run(argon2Cost(target), () => argon2Hash(bytes, {
        algorithm: argon2idAlgorithm,
        memoryCost: target.memoryKiB,
        timeCost: target.passes,
        parallelism: target.lanes,
        outputLen: digestBytes,
      }))
    },
    verify,
    async verifyAbsent(secret, verification) {
      await verify(secret, absentHash, verification)
    },
    inspect: (hash) => inspectHash(hash, memoryBudgetKiB),
  }
}

/** The UTF-8 of the secret, nothing normalised; undefined when too long. The first test spares the encoding of a long body. */
function secretBytes(secret: string): Uint8Array | undefined {
  if (secret.length > longestSecretBytes) return undefined
  const bytes = new TextEncoder().encode(secret)
  return bytes.length > longestSecretBytes ? undefined : bytes
}

function base64Length(bytes: number): number {
  return Math.ceil((bytes * 4) / 3)
}
