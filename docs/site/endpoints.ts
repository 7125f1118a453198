// The endpoints of the whole service, as the `symbolon` command composes it, with everything that can be switched on.
import type { AnyEndpoint } from '@symbolon/core-protocol'
import { secretHashing } from '@symbolon/secret-hashing'
import { defaultLifetimes } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import { foldEndpoints } from '../../packages/server/src/compose/endpoints.ts'
import { sortParts } from '../../packages/server/src/compose/sort-parts.ts'
import { symbolonOptions } from '../../packages/symbolon/src/compose.ts'
import { table } from './repository.ts'

const issuer = 'https://id.example'

/** The headings of the tables, with what the paths below them begin with. The first that fits has a path. */
const areas: readonly (readonly [heading: string, begin: RegExp])[] = [
  ['Passkeys: `@symbolon/login-passkey`', /^\/(?:ui\/login\/passkey|\.well-known\/webauthn)/],
  ['Sign-in at other providers: `@symbolon/login-external`', /^\/ui\/login\/external/],
  ['Pages of the login: `@symbolon/login`', /^\/ui\/login/],
  ['Account page: `@symbolon/account`', /^\/ui\/account/],
  ['Console: `@symbolon/console`', /^\/ui\/console/],
  ['Management API: `@symbolon/management-api`', /^\/manage\//],
  ['Documents and administration: `@symbolon/admin-api`', /^\/(?:admin|v2)\//],
  ['Device authorization: `@symbolon/grants-device`', /^(?:\/oauth\/v2\/device_authorization|\/device|\/ui\/device)$/],
  ['Pushed authorization requests: `@symbolon/pushed-requests`', /^\/oauth\/v2\/par$/],
  ['Protocol: `@symbolon/core-protocol`', /^\//],
]

/** The tables of endpoints, by area. */
export function endpointTables(): string {
  const endpoints = endpointsOfTheService()
  const areaOf = ({ path }: AnyEndpoint): string => areas.find(([, begin]) => begin.test(path))?.[0] ?? ''
  const byArea = Object.groupBy(endpoints, areaOf)
  return areas
    .toReversed()
    .map(([heading]) => {
      const rows = (byArea[heading] ?? []).map(({ path, methods, member }) => [
        `\`${path}\``,
        methods.join(', '),
        member === undefined ? '' : `\`${member}\``,
      ])
      if (rows.length === 0) throw new TypeError(`No endpoint stands under ${heading}`)
      const hasMembers = rows.some(([, , member]) => member !== '')
      return `### ${heading}\n\n${
        hasMembers
          ? table(['path', 'methods', 'member of discovery'], rows)
          : table(
              ['path', 'methods'],
              rows.map((row) => row.slice(0, 2)),
            )
      }`
    })
    .join('\n\n')
}

function endpointsOfTheService(): readonly AnyEndpoint[] {
  const unused = (): never => {
    throw new TypeError('Nothing is run here.')
  }
  const {
    endpoints = [],
    grants = [],
    login,
  } = sortParts(
    symbolonOptions({
      issuer,
      vendor: 'symbolon',
      lifetimes: defaultLifetimes,
      masterKey: new Uint8Array(32),
      storage: libsql({ url: ':memory:' }),
      hashing: secretHashing(),
      accountDeletion: 'on',
      mailer: { send: unused },
      readMasterKeys: unused,
      backup: unused,
      restore: unused,
    }),
  )
  return foldEndpoints(issuer, endpoints, grants, login)
}
