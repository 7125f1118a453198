// Which hashes the import can verify, and at what cost. The forms and bounds equal those of @symbolon/secret-hashing, so that the report of
// the conversion agrees with the import. test/migration/known-hashes.test.ts compares both.

import { bareHash } from '@symbolon/schema-v2'

type Numbers = readonly number[]

interface KnownForm {
  /** The named groups are numbers: the costs. */
  readonly form: RegExp
  readonly bounds: readonly (readonly [least: number, most: number])[]
  /** The bound on the product of the costs. */
  readonly fits?: (numbers: Numbers) => boolean
}

const base64 = '[A-Za-z0-9+/]+={0,2}'
/** At least 32 bytes. */
const longBase64 = '[A-Za-z0-9+/]{42,}={0,2}'
const crypt = '[./0-9A-Za-z]'

const forms: readonly KnownForm[] = [
  { form: /^\$2[aby]?\$(\d\d)\$[./0-9A-Za-z]{53}$/, bounds: [[4, 16]] },
  {
    form: new RegExp(`^\\$argon2(?:id|i)\\$v=19\\$m=(\\d+),t=(\\d+),p=(\\d+)\\$${base64}\\$${base64}$`),
    bounds: [
      [4096, 262_144],
      [1, Infinity],
      [1, 16],
    ],
    fits: ([memory = 0, passes = 0]) => memory * passes >= 8192 && memory * passes <= 2_621_440,
  },
  {
    form: new RegExp(`^\\$(?:scrypt|7)\\$ln=(\\d+),r=(\\d+),p=(\\d+)\\$${base64}\\$${base64}$`),
    bounds: [
      [14, 20],
      [8, 32],
      [1, 16],
    ],
    fits: ([ln = 0, r = 0, p = 0]) => 128 * r * (2 ** ln + p) <= 263_168 * 1024 && 2 ** ln * r * p <= 2 ** 23,
  },
  { form: /^\$pbkdf2(?:-sha(?:1|224|256|384|512))?\$(\d+)\$[./+0-9A-Za-z]+={0,2}\$[./+0-9A-Za-z]+={0,2}$/, bounds: [[1000, 2_000_000]] },
  { form: new RegExp(`^\\$5\\$(?:rounds=(\\d+)\\$)?[^$]{0,16}\\$${crypt}{43}$`), bounds: [[1000, 1_000_000]] },
  { form: new RegExp(`^\\$6\\$(?:rounds=(\\d+)\\$)?[^$]{0,16}\\$${crypt}{86}$`), bounds: [[1000, 1_000_000]] },
  // The index of the character is its value in the alphabet of crypt.
  { form: new RegExp(`^\\$[PH]\\$[5-9A-I][^$]{8}${crypt}{22}$`), bounds: [] },
  { form: new RegExp(`^\\$S\\$[89A-G][^$]{8}${crypt}{43}$`), bounds: [] },
  { form: new RegExp(`^\\$1\\$[^$]{0,8}\\$${crypt}{22}$`), bounds: [] },
  { form: /^\$md5salted-(?:suffix|prefix)\$[^$\s]+\$[A-Za-z0-9+/]{22}(?:==)?$/, bounds: [] },
  { form: /^\{SSHA(?:256|512)?\}[A-Za-z0-9+/]{32,172}={0,2}$/i, bounds: [] },
  {
    form: new RegExp(`^\\$fbscrypt\\$v=1,n=(\\d+),r=(\\d+),p=1(?:,ss=[A-Za-z0-9+/]*={0,2})?,sk=${longBase64}\\$${base64}\\$${longBase64}$`),
    bounds: [
      [10, 17],
      [1, 8],
    ],
  },
  { form: /^[0-9a-fA-F]{32}$/, bounds: [] },
]

/** Whether a user with this hash is imported with the password. */
export function isKnownHash(hash: string): boolean {
  const bare = bareHash(hash)
  return forms.some(({ form, bounds, fits = () => true }) => {
    const match = form.exec(bare)
    if (match === null) return false
    const numbers = match.slice(1).map((text: string | undefined, index) => (text === undefined ? (bounds[index]?.[0] ?? 0) : Number(text)))
    return bounds.every(([least, most], index) => (numbers[index] ?? 0) >= least && (numbers[index] ?? 0) <= most) && fits(numbers)
  })
}
