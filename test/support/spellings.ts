// People with generated names, addresses and numbers, and every spelling of them that a person may type.
import type { seededRandom } from '@symbolon/test-kit'

type Random = ReturnType<typeof seededRandom>

/** A person, and one spelling of each name. */
export interface GeneratedPerson {
  readonly userName: string
  readonly email: string
  readonly phone: string
}

const words: readonly [string, ...string[]] = [
  'ann',
  'boris',
  'chloé',
  'dörte',
  'émile',
  'francesca',
  'gül',
  'håkon',
  'иван',
  '山田',
  'νίκος',
]
type Domain = readonly [readable: string, ascii: string]

const domains: readonly [Domain, ...Domain[]] = [
  ['bücher.example', 'xn--bcher-kva.example'],
  ['mail.été.example', 'mail.xn--t-9fab.example'],
  ['пример.example', 'xn--e1afmkfd.example'],
  ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
  ['shop.example', 'shop.example'],
]
const countries: readonly [string, ...string[]] = ['+41', '+49', '+1', '+7', '+353']

/** @param local the part of the address before the at sign, in letters of ASCII */
export function generatedPerson(random: Random, local: string): GeneratedPerson {
  const number = `${random.pick(countries)}${1 + random.number(9)}${random.text('0123456789', 8)}`
  return {
    userName: `${random.pick(words)}${random.text('23456789', 6)}`,
    email: `${local}.${random.text('abcdefghijkm', 6)}@${random.pick(domains)[0]}`,
    phone: number,
  }
}

/** @returns different spellings of a user name, that of the person first */
export function spellingsOfName(name: string): readonly [string, ...string[]] {
  return distinct([
    name,
    name.toUpperCase(),
    name.normalize('NFD'),
    wide(name),
    ` ${name} `,
    `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  ])
}

/** @returns different spellings of an address, that of the person first */
export function spellingsOfAddress(address: string): readonly [string, ...string[]] {
  const [local = '', domain = ''] = address.split('@')
  const ascii = domains.find(([readable]) => readable === domain)?.[1] ?? domain
  return distinct([
    address,
    address.toUpperCase(),
    `  ${address}`,
    wide(address),
    address.normalize('NFD'),
    `${local}@${ascii}`,
    `${local.toUpperCase()}@${ascii.toUpperCase()}`,
    `${wide(local)}@${ascii}`,
  ])
}

/** @returns different spellings of a number, `+` and digits first */
export function spellingsOfNumber(number: string): readonly [string, ...string[]] {
  const [country, rest] = [number.slice(0, -8), number.slice(-8)]
  const pairs = rest.match(/../g) ?? []
  return distinct([
    number,
    `${country} ${pairs.join(' ')}`,
    `${country}-${pairs.join('-')}`,
    `${country} (0)${pairs.join('.')}`,
    `(${country}) ${rest.slice(0, 4)}/${rest.slice(4)}`,
    `00${country.slice(1)} ${pairs.join('\u00a0')}`,
    `00${number.slice(1)}`,
    wide(`${country} ${rest}`),
    ` ${number} `,
    `\u202a${number}\u202c`,
  ])
}

/** The text in full-width characters, as an input method of East Asia may type it. */
function wide(text: string): string {
  return text.replaceAll(/[!-~]/g, (character) => String.fromCodePoint(character.charCodeAt(0) + 0xfe_e0)).replaceAll(' ', '\u3000')
}

function distinct([first, ...others]: readonly [string, ...string[]]): readonly [string, ...string[]] {
  return [first, ...new Set(others.filter((each) => each !== first))]
}
