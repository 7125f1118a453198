// Generates a v1 export of any size, with every member of the format set. Equal options give equal bytes.
import { membersAfterUsers, membersBeforeUsers, organizationIds } from './organization.ts'
import type { Json } from './organization.ts'
import { seededRandom } from './random.ts'
import { humanUser, machineUser } from './users.ts'

/** Options of {@link v1ExportStream} and {@link v1ExportText}. */
export interface V1ExportOptions {
  readonly seed?: number
  readonly orgs?: number
  /** The number of human users of each organization. */
  readonly humanUsers?: number
  /** The number of service users of each organization. */
  readonly machineUsers?: number
  /** The password hash of every human user, for tests that sign in. */
  readonly hashedPassword?: string
}

const CHUNK = 64 * 1024

/** Generates the export in chunks of about 64 KiB. */
export async function* v1ExportStream(options: V1ExportOptions = {}): AsyncGenerator<Uint8Array, void, undefined> {
  let waiting = ''
  for (const text of v1ExportTexts(options)) {
    waiting += text
    if (waiting.length < CHUNK) continue
    yield new TextEncoder().encode(waiting)
    waiting = ''
  }
  yield new TextEncoder().encode(waiting)
}

/** Generates the whole export as text. */
export function v1ExportText(options: V1ExportOptions = {}): string {
  return [...v1ExportTexts(options)].join('')
}

function* v1ExportTexts(options: V1ExportOptions): Generator<string, void, undefined> {
  const { seed = 1, orgs = 1, humanUsers = 2, machineUsers = 1, hashedPassword } = options
  const random = seededRandom(seed)
  const all = Array.from({ length: orgs }, (_, index) => organizationIds(index, orgs))
  yield '{"orgs":['
  for (const [index, ids] of all.entries()) {
    yield `${index === 0 ? '' : ','}{${membersText(membersBeforeUsers(ids, random, index))},"humanUsers":[`
    for (let user = 0; user < humanUsers; user += 1) yield entryText(user, humanUser(ids, user, random, hashedPassword))
    yield '],"machineUsers":['
    for (let user = 0; user < machineUsers; user += 1) yield entryText(user, machineUser(ids, user))
    yield `],${membersText(membersAfterUsers(ids, all))}}`
  }
  yield ']}'
}

function entryText(index: number, entry: Json): string {
  return `${index === 0 ? '' : ','}${JSON.stringify(entry)}`
}

function membersText(members: Readonly<Record<string, Json>>): string {
  return Object.entries(members)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join(',')
}
