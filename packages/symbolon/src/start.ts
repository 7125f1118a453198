// Starts the service: listens, opens the database, furnishes a first start, and ends in order.
// Whatever goes wrong before the first request leaves nothing changed behind.
import { consolePath } from '@symbolon/console'
import { MasterKeyMismatch, noMetrics, StorageUnavailable } from '@symbolon/core-protocol'
import type { AnyStartTask, Log, Storage, Tracing } from '@symbolon/core-protocol'
import type { Mailer } from '@symbolon/login'
import { secretHashing } from '@symbolon/secret-hashing'
import { ListenError, measuredHashing, readMasterKeys, secretHashingMetrics, serve } from '@symbolon/server'
import type { Answering, Provider, Served } from '@symbolon/server'
import { access, constants, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bootstrap, readDocumentFile } from './bootstrap.ts'
import type { BootstrapResult } from './bootstrap.ts'
import { composeSymbolon } from './compose.ts'
import { checkPasskeys } from './check-passkeys.ts'
import { passkeyRulesOf } from './configuration.ts'
import type { Configuration } from './configuration.ts'
import { checkSecretsFile } from './generated-secrets.ts'
import { isLocal } from './local-issuer.ts'
import { databaseFile, readMasterKey } from './master-key.ts'
import { readTls } from './read-tls.ts'
import { requestIds } from './request-ids.ts'
import { restoreOf } from './restore-served.ts'
import { createServing } from './serving.ts'
import { setupText } from './setup-link.ts'
import { operations } from './operations.ts'
import type { PrometheusMetrics } from './prometheus.ts'
import type { Operations } from './operations.ts'
import { StartError } from './start-error.ts'
import { mailDirectory, mailFiles } from './mail-files.ts'
import { backupOf, instanceStorage, isPostgres, isShared, shownUrl } from './storage.ts'

/** The service as it runs. */
export interface RunningSymbolon extends Readonly<BootstrapResult> {
  readonly issuer: string
  readonly port: number
  /** What the operator should know or set. */
  readonly notices: readonly string[]
  /** Resolves when the database is gone while it is served. */
  readonly lost: Promise<StartError>
  /**
   * Says that the service is not ready, answers requests for the configured delay, ends those under way, then the database. Without the
   * delay when the database is lost: then no request can be answered.
   */
  stop(): Promise<void>
}

/** How the service is started. */
export interface StartOptions {
  /** Whether a new instance can be created with a master key that belongs to another instance. */
  readonly newInstance?: boolean
  /**
   * Whether the caller prints `startText` on a terminal. Only then the text holds the link that sets up the first administrator; otherwise a file
   * does. Default: false.
   */
  readonly terminal?: boolean
  /** Default: records of LogTape, see `logJsonLines`. */
  readonly log?: Log
}

/** Milliseconds that requests under way have to end. */
const drainLimit = 10_000

/** @throws StartError whatever keeps the service from starting, in one line for the operator */
export async function startSymbolon(
  configuration: Configuration,
  { newInstance = false, terminal = false, log }: StartOptions = {},
): Promise<RunningSymbolon> {
  await checkPasskeys(configuration)
  const documents = await Promise.all(configuration.apply.map(readDocumentFile))
  const tls = await readTls(configuration)
  await checkWritable(configuration)
  if (documents.length > 0) await checkSecretsFile(configuration.applySecretsFile)
  const serving = createServing()
  // Listening comes first: a port in use must be found before anything is written. Early requests wait.
  const served = await listen(configuration, tls, serving)
  const metrics = configuration.operations === undefined ? undefined : await metricsOf()
  const tracing = await tracingOf(configuration)
  const watched = operations(serving, metrics)
  const servedOperations = await listenForOperations(configuration, watched).catch(async (error: unknown) => {
    await served.drain(0)
    throw error
  })
  try {
    const masterKey = await readMasterKey(configuration)
    let isOpen = false
    try {
      const hashing = measuredHashing(secretHashing(), metrics?.declare(secretHashingMetrics) ?? noMetrics)
      const { task, result } = bootstrap({
        hashing,
        passkeys: passkeyRulesOf(configuration),
        documents,
        secretsFile: configuration.applySecretsFile,
        example: configuration.example,
        setupLink: terminal ? { kind: 'shown' } : { kind: 'file', file: configuration.setupLinkFile },
        shared: isShared(configuration),
      })
      const compose = async (storage: Storage, tasks: readonly AnyStartTask[]): Promise<Provider> =>
        await composeSymbolon({
          issuer: configuration.issuer,
          vendor: configuration.vendor,
          lifetimes: configuration.lifetimes,
          keys: configuration.keys,
          rateLimit: configuration.rateLimit === 'auto' && isBehindProxy(configuration) ? 'on' : configuration.rateLimit,
          managementChangesPerMinute: configuration.managementChangesPerMinute,
          managementReadsPerMinute: configuration.managementReadsPerMinute,
          tokensPerMinute: configuration.tokensPerMinute,
          trustedProxies: configuration.trustedProxies,
          defaultOrganization: configuration.defaultOrganization,
          identityProviderHosts: configuration.identityProviderHosts,
          sharedRedirectUri: configuration.sharedRedirectUri,
          accountDeletion: configuration.accountDeletion,
          emailVerification: configuration.emailVerification,
          logoutConfirmation: configuration.logoutConfirmation,
          passkeys: configuration.passkeys,
          buckets: configuration.buckets,
          importBodyLimit: configuration.importBodyLimit,
          storage,
          backup: backupOf(configuration),
          restore: restoreOf(configuration, {
            serving,
            drainLimit,
            // A restored database must hold an instance: a restore never creates one.
            compose: async (restored) => await compose(instanceStorage(configuration, { belongs: true }), [task, restored]),
          }),
          masterKey: masterKey.values,
          readMasterKeys: async () => readMasterKeys((await readMasterKey(configuration)).values),
          metrics,
          tracing,
          log,
          hashing,
          tasks,
          mailer: await mailerOf(configuration),
        })
      const storage = instanceStorage(configuration, masterKey, newInstance)
      const noticed: Storage = {
        async open(names, own) {
          const opened = await storage.open(names, own)
          isOpen = true
          return opened
        },
      }
      serving.begin(await compose(noticed, [task]))
      await masterKey.claim()
      return {
        ...result,
        issuer: configuration.issuer,
        notices: noticesOf(configuration, result),
        port: served.port,
        lost: serving.lost,
        async stop() {
          watched.endSoon()
          await Promise.race([sleep(configuration.drainDelay * 1000, undefined, { ref: false }), serving.lost])
          await served.drain(drainLimit)
          await serving.close()
          await servedOperations?.drain(0)
        },
      }
    } catch (error) {
      // A database that was opened may hold by now what this key alone decrypts.
      if (!isOpen) await masterKey.discard()
      throw error
    }
  } catch (error) {
    // Requests that came early get no answer; the process ends.
    await Promise.all([served.drain(0), servedOperations?.drain(0)])
    throw explain(error, configuration)
  }
}

/** Errors of the start in the operator's terms; anything else is ours and keeps its stack. */
export function explain(error: unknown, configuration: Configuration): unknown {
  if (error instanceof MasterKeyMismatch) {
    const source = 'file' in configuration.masterKey ? configuration.masterKey.file : 'SYMBOLON_MASTER_KEY'
    return new StartError(
      'master_key_mismatch',
      `The database ${shownUrl(configuration)} was made with another master key than ${source}. Set the right key.`,
      { cause: error },
    )
  }
  if (error instanceof StorageUnavailable) {
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
    const remedy = error.full
      ? 'Free space, then try again.'
      : `Try again. If the database is damaged, restore a backup with \`${isPostgres(configuration) ? 'pg_restore' : 'symbolon restore'}\`.`
    return new StartError('database_unavailable', `${shownUrl(configuration)}: ${error.message}${cause}. ${remedy}`, { cause: error })
  }
  return error
}

async function listen(configuration: Configuration, tls: { cert: string; key: string } | undefined, serving: Answering): Promise<Served> {
  return await listenAt(configuration, 'SYMBOLON_PORT', serving, tls)
}

/** Health checks are answered from the beginning of a start: what watches over it sees that it goes on. */
async function listenForOperations({ operations: place }: Configuration, watched: Operations): Promise<Served | undefined> {
  return place === undefined ? undefined : await listenAt(place, 'SYMBOLON_OPERATIONS_PORT', watched)
}

/** Loaded only where metrics are read. */
async function metricsOf(): Promise<PrometheusMetrics> {
  const [{ prometheusMetrics }, { declareBuild }] = await Promise.all([import('./prometheus.ts'), import('./build-info.ts')])
  const metrics = prometheusMetrics()
  declareBuild(metrics)
  return metrics
}

async function tracingOf(configuration: Configuration): Promise<Tracing> {
  if (configuration.tracing === 'off') return requestIds()
  const { openTelemetry } = await import('./open-telemetry.ts')
  const databaseSystem = isPostgres(configuration) ? 'postgresql' : 'sqlite'
  return openTelemetry({ issuer: configuration.issuer, databaseSystem, otherwise: requestIds() })
}

async function listenAt(
  { host: hostname, port }: { readonly host: string; readonly port: number },
  setting: string,
  answering: Answering,
  tls?: { cert: string; key: string },
): Promise<Served> {
  try {
    return await serve(answering, { hostname, port, ...(tls === undefined ? {} : { tls }) })
  } catch (error) {
    if (!(error instanceof ListenError)) throw error
    if (error.code === 'EADDRINUSE') {
      throw new StartError('port_in_use', `Port ${port} on ${hostname} is in use. Stop what uses it, or set ${setting} to another port.`)
    }
    throw new StartError('cannot_listen', `Cannot listen on ${hostname} port ${port}: ${error.message}.${adviceOn(error, setting)}`)
  }
}

/** What to do about it, where it can be known. */
function adviceOn({ code }: ListenError, setting: string): string {
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return ` Set ${setting.replace(/PORT$/, 'HOST')} to an address of this machine, or to 0.0.0.0 for all of them.`
  if (code === 'EACCES') return ` Set ${setting} to a port from 1024 on, and let a proxy listen on this one.`
  return ''
}

/** The mailer of the configuration. @returns undefined where there is no mail server, and the service is not one on this machine alone */
export async function mailerOf({ smtp, issuer }: Configuration): Promise<Mailer | undefined> {
  if (smtp !== undefined) {
    const { mailSmtp } = await import('@symbolon/mail-smtp')
    return mailSmtp(smtp)
  }
  return isLocal(issuer) ? mailFiles(mailDirectory) : undefined
}

/** An https issuer that does not speak TLS itself is reached through a proxy alone, whether or not the proxy adds a header. */
function isBehindProxy({ issuer, tls }: Configuration): boolean {
  return issuer.startsWith('https:') && tls === undefined
}

function noticesOf(configuration: Configuration, { formerIssuer, hasPendingSecrets }: BootstrapResult): readonly string[] {
  const { trustedProxies, rateLimit } = configuration
  const moved =
    formerIssuer === undefined
      ? []
      : [
          `The last start on this database had the issuer ${formerIssuer}. All instances of a database need the same SYMBOLON_ISSUER. ` +
            'If the service has moved, configure the new issuer in the applications, and restart the other instances with it.',
        ]
  const pending = hasPendingSecrets
    ? [
        'An earlier run generated secrets and ended before printing them. The next run of `symbolon apply` prints them, or reports why it cannot.',
      ]
    : []
  const always = [...moved, ...pending]
  if (!isBehindProxy(configuration) || trustedProxies.length > 0) return always
  const shared = rateLimit === 'off' ? '' : ' The rate limits count all clients as one.'
  return [
    ...always,
    'The issuer is https, so a proxy terminates TLS in front of this server. The audit trail will name the proxy, not the clients.' +
      `${shared} Set SYMBOLON_TRUSTED_PROXIES to the address of the proxy, e.g. 127.0.0.1,::1, and configure it to set X-Forwarded-For.`,
  ]
}

/** Makes the directory of a database file, and makes sure that the database can be written there. */
async function checkWritable({ databaseUrl }: Configuration): Promise<void> {
  if (!databaseUrl.startsWith('file:')) return
  const directory = dirname(databaseFile(databaseUrl))
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await access(directory, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(
      'directory_not_writable',
      `The directory ${directory} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** What a person reads on the terminal after a start. */
export function startText({ issuer, administrator, reports, notices }: RunningSymbolon): string {
  const lines = ['', `  Symbolon runs at ${issuer}`, '']
  if (administrator !== undefined) lines.push(...setupText(administrator), '', `  The console: ${issuer}${consolePath}`, '')
  return `${[...lines, ...notices.map((notice) => `  Note: ${notice}\n`), ...reports].join('\n')}\n`
}
