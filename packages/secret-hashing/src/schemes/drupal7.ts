// Drupal 7, `$S$`: stretched SHA-512, cut to 43 characters. From 1000 to 500000 rounds, of which only powers of two occur.
// https://api.drupal.org/api/drupal/includes%21password.inc/7.x
import type { Scheme } from './scheme.ts'
import { stretched } from './stretched.ts'
import type { StretchedHash } from './stretched.ts'

/** Measured on Node 24: 2^15 rounds take 59 ms. */
export const drupal7: Scheme<StretchedHash> = stretched({
  name: 'drupal7', prefixes: ['$S$'], algorithm: 'sha512', digestLength: 43, bounds: { least: 10, most: 18 }, roundsPerMillisecond: 550,
})
