// The service whose database fails: a provider with every grant on Postgres, behind a proxy that cuts connections.
import { auditTrail, endSession, introspection, revocation, userinfo } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { clientCredentials } from '@symbolon/grants-client-credentials'
import { implicit } from '@symbolon/grants-implicit'
import { jwtProfile } from '@symbolon/grants-jwt-profile'
import { refreshToken } from '@symbolon/grants-refresh-token'
import { tokenExchange } from '@symbolon/grants-token-exchange'
import type { OrgDocument } from '@symbolon/schema-v2'
import { postgres } from '@symbolon/storage-postgres'
import { clientSecret, redirectUri } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { startFaultProxy } from '../../packages/storage-postgres/test/fault-proxy.ts'
import type { Cut, FaultProxy } from '../../packages/storage-postgres/test/fault-proxy.ts'
import type { PostgresServer } from '../../packages/storage-postgres/test/postgres-server.ts'
import type { TokenAnswer } from '../support/code-flow.ts'
import { exchangeDocument, startExchanging } from '../support/exchanging.ts'
import type { TestProvider } from '../support/provider.ts'
import { otpSecret, password } from '../support/second-factor.ts'
import { robotSecret } from '../support/service-users.ts'

export interface Service {
  readonly provider: TestProvider
  readonly proxy: FaultProxy
  /** Asks the server itself, past the proxy. @returns the rows */
  run(sql: string): Promise<readonly Record<string, unknown>[]>
  close(): Promise<void>
}

/** People who have an authenticator app. */
export const careful = ['careful-1', 'careful-2', 'careful-3', 'careful-4']

export async function startService(server: PostgresServer, key: ClientKeyPair): Promise<Service> {
  const url = await server.createDatabase()
  const proxy = await startFaultProxy(Number(new URL(url).port))
  const storage = postgres({ url: url.replace(server.host, proxy.host), waitLimit: 2000, statementTimeout: 1000 })
  const provider = await startExchanging({
    storage,
    document: documentWith(key),
    grants: [authorizationCode(), refreshToken(), implicit(), clientCredentials(), jwtProfile(), tokenExchange()],
    endpoints: [userinfo, introspection, revocation, endSession],
    audit: auditTrail,
    // What runs by itself would be counted among the statements of a request.
    timers: false,
  })
  return {
    provider,
    proxy,
    run: async (sql) => await server.run(url, sql),
    async close() {
      await provider.close()
      await proxy.close()
    },
  }
}

function documentWith(key: ClientKeyPair): OrgDocument {
  const document = exchangeDocument()
  const [acme, ...others] = document.orgs ?? []
  if (acme === undefined) throw new Error('The fixture has no organization')
  const spa = {
    projectId: 'portal',
    name: 'SPA',
    redirectUris: [redirectUri],
    responseTypes: ['OIDC_RESPONSE_TYPE_ID_TOKEN_TOKEN' as const],
  }
  const people = careful.map((userId) => ({
    userId,
    user: { userName: userId, password, otpCode: otpSecret, profile: { firstName: userId, lastName: 'Carter' } },
  }))
  return {
    ...document,
    orgs: [
      {
        ...acme,
        humanUsers: [...(acme.humanUsers ?? []), ...people],
        oidcApps: [
          ...(acme.oidcApps ?? []),
          { appId: 'spa', clientId: 'spa', clientSecret, app: { ...spa, grantTypes: ['OIDC_GRANT_TYPE_IMPLICIT'] } },
        ],
        machineUsers: [
          ...(acme.machineUsers ?? []),
          { userId: 'worker', user: { userName: 'worker', name: 'Worker' }, clientSecret: robotSecret },
        ],
        machineKeys: [{ keyId: key.id, userId: 'worker', type: 'KEY_TYPE_JSON', publicKey: key.publicKey }],
      },
      ...others,
    ],
  }
}

/** Asserts the response to a client when the database does not respond. */
export function assertUnavailable({ status, headers, body }: TokenAnswer, where: string): void {
  assert.equal(status, 503, `${where}: ${status} ${JSON.stringify(body)}`)
  assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/, where)
  assert.equal(body['error'], 'server_error', where)
}

/** One fault of a row of them: the connection is cut at each statement in turn. */
interface Strike {
  /** The statement and the way in which it was cut, for messages. */
  readonly where: string
  /** Whether the statement may have been executed. */
  readonly mayBeDone: boolean
}

/** A piece of work that is done again and again, with the fault at the next statement each time. */
export interface Work<P, R> {
  /** What is done before, with a healthy database. */
  prepare(): Promise<P>
  run(prepared: P): Promise<R>
  /** Whether everything is looked up in the database, as after a change of another instance. Otherwise what rarely changes is in memory. */
  readonly afterChange?: boolean
  /** Cuts at every so many statements: where the work is long, and its statements are not what is new in it. */
  readonly step?: number
  /** What must hold afterwards, with a healthy database. */
  check(result: R, strike: Strike, prepared: P): Promise<void>
}

/**
 * Cuts the connection at the first statement of the work, then, in the work done again, at the second one, and so on.
 * @returns how many statements the work has, up to the step
 */
export async function cutAtEach<P, R>(service: Service, cut: Cut, work: Work<P, R>): Promise<number> {
  const { proxy } = service
  const { prepare, run, afterChange = false, step = 1, check } = work
  for (let passing = 0; passing < mostStatements; passing += step) {
    const prepared = await prepare()
    if (afterChange) await service.run("update users set user_id = user_id where user_id = 'alice'")
    proxy.cut(passing, cut)
    const result = await run(prepared)
    const { struck } = proxy
    await proxy.heal()
    if (struck === undefined) return passing
    const where = `cut (${cut}) at statement ${passing}, ${struck.slice(0, 200)}`
    await check(result, { where, mayBeDone: cut !== 'before' }, prepared)
  }
  throw new Error(`The work has more than ${mostStatements} statements.`)
}

const mostStatements = 200
