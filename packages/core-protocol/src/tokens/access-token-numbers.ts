// Numbers for opaque access tokens: the time of issue and some random bits. No database is asked for a number, because the token has to be
// known before its row is stored. A number reveals when the token was issued, which its receiver knows, and nothing about other tokens.
import type { Context } from '../contract/context.ts'

/** Milliseconds since the epoch: 2020-01-01. */
const firstMillisecond = 1_577_836_800_000
/** The numbers start again in 2089, and so stay below 2^53. */
const milliseconds = 2 ** 41
const numbersOfMillisecond = 4096
const base64urlDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * Draws the numbers of opaque access tokens: the milliseconds since 2020 times 4096, plus 12 random bits. No number is drawn twice within
 * one millisecond. Another process may draw the same number; then its row is refused, and the token is issued with another number.
 * @returns draws a number whenever it is called
 */
export function accessTokenNumbers({ now, randomToken }: Pick<Context, 'now' | 'randomToken'>): () => number {
  let time: number | undefined
  /** Runs ahead of the time when all numbers of a millisecond are drawn. */
  let millisecond = 0
  const drawn = new Set<number>()
  let random = ''

  /** Takes two characters of six bits each. */
  function randomBits(): number {
    if (random.length < 2) random = randomToken()
    const [high = '', low = ''] = random
    random = random.slice(2)
    return base64urlDigits.indexOf(high) * 64 + base64urlDigits.indexOf(low)
  }

  return () => {
    const present = Math.floor(now())
    if (present !== time) {
      time = present
      millisecond = Math.max(0, present - firstMillisecond)
      drawn.clear()
    } else if (drawn.size === numbersOfMillisecond) {
      millisecond += 1
      drawn.clear()
    }
    let bits = randomBits()
    while (drawn.has(bits)) bits = (bits + 1) % numbersOfMillisecond
    drawn.add(bits)
    return (millisecond % milliseconds) * numbersOfMillisecond + bits
  }
}
