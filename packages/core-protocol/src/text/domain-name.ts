// Domain names. A domain has one ASCII form, in which it is stored and compared, and a form for people, with the letters of its language.
// https://www.rfc-editor.org/rfc/rfc5890#section-2.3.2.1
import { foldName, mixesScripts } from './fold-name.ts'

const printableAscii = /^[ -~]*$/
/** The characters of labels and the dots between them. What a URL parser would drop, or take as the end of the host, is not among them. */
const international = /^[[\p{L}\p{M}\p{N}._\-]--\p{Default_Ignorable_Code_Point}]{1,253}$/v

/**
 * @returns the domain in ASCII and lower case, such as `xn--bcher-kva.example` for `Bücher.example`. Other text is returned as `foldName` does.
 */
export function canonicalDomain(domain: string): string {
  return asciiDomain(foldName(domain))
}

/** @param folded as of `foldName` */
export function asciiDomain(folded: string): string {
  if (printableAscii.test(folded) || !international.test(folded)) return folded
  // https://url.spec.whatwg.org/#concept-domain-to-ascii
  const host = URL.canParse(`http://${folded}/`) ? new URL(`http://${folded}/`).hostname : ''
  return host.includes('xn--') ? host : folded
}

/**
 * @param domain in canonical form
 * @returns the domain with the letters of its language. A label that mixes letters of several scripts stays in ASCII, because it may imitate
 *   another label.
 */
export function readableDomain(domain: string): string {
  if (!domain.includes('xn--')) return domain
  return domain
    .split('.')
    .map((label) => {
      const decoded = label.startsWith('xn--') ? decodePunycode(label.slice(4)) : undefined
      return decoded !== undefined && !mixesScripts(decoded) && canonicalDomain(decoded) === label ? decoded : label
    })
    .join('.')
}

/**
 * Decodes the part of a label behind `xn--`. https://www.rfc-editor.org/rfc/rfc3492#section-6.2
 * @returns undefined for text that is not Punycode
 */
function decodePunycode(encoded: string): string | undefined {
  if (encoded.length > 59) return undefined
  const end = encoded.lastIndexOf('-')
  const points = Array.from(encoded.slice(0, Math.max(end, 0)), (character) => character.charCodeAt(0))
  let [point, index, bias, position] = [128, 0, 72, end + 1]
  while (position < encoded.length) {
    const before = index
    for (let weight = 1, step = 36; ; step += 36) {
      const digit = digitOf(encoded.charCodeAt(position++))
      if (digit === undefined) return undefined
      index += digit * weight
      const threshold = Math.min(Math.max(step - bias, 1), 26)
      if (digit < threshold) break
      weight *= 36 - threshold
      if (weight > 0x7f_ff_ff_ff) return undefined
    }
    const length = points.length + 1
    bias = adaptedBias(index - before, length, before === 0)
    point += Math.floor(index / length)
    index %= length
    if (point > 0x10_ff_ff) return undefined
    points.splice(index++, 0, point)
  }
  return String.fromCodePoint(...points)
}

function digitOf(code: number): number | undefined {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61
  return code >= 0x30 && code <= 0x39 ? code - 0x30 + 26 : undefined
}

/** https://www.rfc-editor.org/rfc/rfc3492#section-6.1 */
function adaptedBias(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / length)
  let bias = 0
  for (; rest > 455; bias += 36) rest = Math.floor(rest / 35)
  return bias + Math.floor((36 * rest) / (rest + 38))
}
