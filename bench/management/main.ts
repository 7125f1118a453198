// `npm run bench:management [-- --users 100000]`: how much processor time reading a large organization through `/manage/v1` takes. Prints a table,
// and writes it into the README.
import { digest } from '@symbolon/core-protocol'
import type { Resource } from '@symbolon/core-protocol'
import { managementEndpoints } from '@symbolon/management-api'
import { secretHashing } from '@symbolon/secret-hashing'
import { createProvider } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { users: { type: 'string', default: '100000' } } })
const users = Number(values.users)
const token = 'symbolon_pat_of_the_reader_0123456789_0123456789'
const [firstNames, lastNames] = [100, 2000]
/** Requests of one measurement. The kernel counts processor time in ticks of some milliseconds. */
const requests = 50

const owner: readonly Resource[] = [
  { kind: 'org', key: ['acme'], orgId: 'acme', content: { orgId: 'acme', org: { name: 'Acme' } } },
  { kind: 'machineUser', key: ['reader'], orgId: 'acme', content: { userId: 'reader', user: { userName: 'reader', name: 'Reader' } } },
  {
    kind: 'personalAccessToken',
    key: ['reader-token'],
    orgId: 'acme',
    content: { tokenId: 'reader-token', userId: 'reader', scopes: ['openid'] },
    secrets: { tokenDigest: digest(token) },
  },
  { kind: 'instanceMember', key: ['reader'], content: { userId: 'reader', roles: ['IAM_OWNER'] } },
]

function person(index: number): Resource {
  const [firstName, lastName] = [`First${index % firstNames}`, `Last${(index * 31) % lastNames}`]
  const email = { email: `${firstName}.${lastName}.${index}@acme.example`, isEmailVerified: true }
  const user = { userName: `user${index}`, profile: { firstName, lastName }, email }
  const state = stateOf(index)
  return {
    kind: 'humanUser',
    key: [`id-${index}`],
    orgId: 'acme',
    content: { userId: `id-${index}`, ...(state === undefined ? {} : { state }), user },
  }
}

/** One of 10,000 is locked, one of 50 suspended, one of 20 inactive. */
function stateOf(index: number): string | undefined {
  if (index % 10_000 === 7) return 'USER_STATE_LOCKED'
  if (index % 50 === 9) return 'USER_STATE_SUSPEND'
  return index % 20 === 11 ? 'USER_STATE_INACTIVE' : undefined
}

const cases: Readonly<Record<string, string>> = {
  'first page of 50': '',
  'page of 200 behind the middle': 'middle',
  'search, first letter of every name': '?q=f',
  'search, beginning of a user name': '?q=user4711',
  'search, last name': '?q=last47',
  'search without a result': '?q=unknown',
  'search, first letter of every name, a state that one of 10,000 has': '?q=f&state=locked',
  'search, first letter of every name, a state that one of 50 has': '?q=f&state=suspended',
  'search, first letter of every name, a state that one of 20 has': '?q=f&state=inactive',
  'one user': `/id-${Math.floor(users / 2)}`,
}

const directory = await mkdtemp(join(tmpdir(), 'symbolon-bench-'))
try {
  const storage = libsql({ url: `file:${join(directory, 'symbolon.db')}` })
  const filled = await storage.open(['directory'])
  await filled.stores.directory?.apply({ put: owner, remove: [] }, Date.now())
  for (let from = 0; from < users; from += 1000) {
    const put = Array.from({ length: Math.min(1000, users - from) }, (_, index) => person(from + index))
    await filled.stores.directory?.apply({ put, remove: [] }, Date.now())
  }
  await filled.close()
  const provider = await createProvider({
    issuer: 'https://id.example',
    storage,
    masterKey: new Uint8Array(32).fill(1),
    grants: [],
    endpoints: managementEndpoints({ hashing: secretHashing() }),
  })
  const read = async (path: string): Promise<Response> => {
    const response = await provider.fetch(
      new Request(`https://id.example/manage/v1/orgs/acme/humanUsers${path}`, { headers: { authorization: `Bearer ${token}` } }),
    )
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response
  }
  const middle = async (): Promise<string> => {
    let query = '?limit=200'
    for (let page = 0; page < users / 400; page += 1) {
      const { next = '' } = (await (await read(query)).json()) as { readonly next?: string }
      query = `?limit=200&cursor=${next}`
    }
    return query
  }
  const lines = ['| | processor time, ms (target 10) |', '|---|---|']
  for (const [name, path] of Object.entries(cases)) {
    const query = path === 'middle' ? await middle() : path
    for (let warm = 0; warm < requests; warm += 1) await (await read(query)).text()
    const before = process.cpuUsage()
    for (let count = 0; count < requests; count += 1) await (await read(query)).text()
    const { user, system } = process.cpuUsage(before)
    lines.push(`| ${name} | ${((user + system) / 1000 / requests).toFixed(1)} |`)
  }
  await provider.close()
  const where = `${users} users in one organization; ${new Date().toISOString().slice(0, 16)} UTC; ${cpus()[0]?.model ?? ''}, ${cpus().length} cores; Node ${process.versions.node}.`
  const table = `${where}\n\n${lines.join('\n')}`
  console.log(table)
  const readme = new URL('../README.md', import.meta.url)
  const [start = '', , end = ''] = (await readFile(readme, 'utf8')).split(/<!-- (?:management|end of management) -->\n/)
  await writeFile(readme, `${start}<!-- management -->\n${table}\n<!-- end of management -->\n${end}`)
} finally {
  await rm(directory, { recursive: true, force: true })
}
