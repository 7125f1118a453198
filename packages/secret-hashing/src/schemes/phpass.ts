// phpass, `$P$`, and `$H$` as phpBB calls it: stretched MD5. https://www.openwall.com/phpass/
import type { Scheme } from './scheme.ts'
import { stretched } from './stretched.ts'
import type { StretchedHash } from './stretched.ts'

/** passlib makes 2^19 rounds by default. Measured on Node 24: 2^13 rounds take 13 ms. */
export const phpass: Scheme<StretchedHash> = stretched({
  name: 'phpass', prefixes: ['$P$', '$H$'], algorithm: 'md5', digestLength: 22, bounds: { least: 7, most: 20 }, roundsPerMillisecond: 600,
})
