// The MD5 of the password alone, 32 hexadecimal digits and nothing else. Without a prefix it is asked last.
import { Buffer } from 'node:buffer'
import { equalDigests } from '@symbolon/core-protocol'
import { digestOf } from './digest.ts'
import type { Scheme } from './scheme.ts'

interface Md5PlainHash {
  readonly digest: string
}

export const md5Plain: Scheme<Md5PlainHash> = {
  name: 'md5plain',
  parse: (hash) => /^[0-9A-Fa-f]{32}$/.test(hash) ? { digest: hash.toLowerCase() } : undefined,
  estimatedCost: () => ({ memoryKiB: 4, milliseconds: 1 }),
  verify: async (secret, { digest }) => equalDigests(Buffer.from(digestOf('md5', secret)).toString('hex'), digest),
}
