// The sign-ins of this user at servers, in a file that only this user can read.
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { CommandError } from '../terminal/outcome.ts'

/** A sign-in at a server. */
export interface SignIn {
  readonly clientId: string
  readonly accessToken: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  readonly refreshToken?: string
}

/** All sign-ins, by issuer. */
export interface Credentials {
  /** The issuer that was signed in to last. */
  readonly current?: string
  readonly servers: Readonly<Record<string, SignIn>>
}

type Environment = Readonly<Record<string, string | undefined>>

const nothing: Credentials = { servers: {} }

/** @returns the path of the file. https://specifications.freedesktop.org/basedir-spec/latest/ */
function credentialsFile({ XDG_CONFIG_HOME: configured, HOME: home }: Environment): string {
  // The specification says that relative paths are ignored.
  const base = configured?.startsWith('/') === true ? configured : join(home ?? homedir(), '.config')
  return join(base, 'symbolon', 'credentials.json')
}

/** @throws CommandError credentials_unreadable, also for a file that others may read */
export async function readCredentials(environment: Environment): Promise<Credentials> {
  const file = credentialsFile(environment)
  const mode = await stat(file).then(
    (status) => status.mode,
    () => undefined,
  )
  if (mode === undefined) return nothing
  if ((mode & 0o077) !== 0 && process.platform !== 'win32') {
    throw new CommandError(
      'credentials_unreadable',
      `Others may read ${file}, so its tokens may be known. Run \`chmod 600 ${file}\`, then sign in again.`,
    )
  }
  try {
    const read: unknown = JSON.parse(await readFile(file, 'utf8'))
    if (isCredentials(read)) return read
  } catch {
    // The error is thrown below.
  }
  throw new CommandError('credentials_unreadable', `${file} cannot be read as JSON. Remove it, then sign in again.`)
}

/** Replaces the sign-in at the server, or removes it. @param signIn undefined: removes it */
export async function keepSignIn(issuer: string, signIn: SignIn | undefined, environment: Environment): Promise<void> {
  const { current, servers } = await readCredentials(environment)
  const { [issuer]: _, ...others } = servers
  if (signIn !== undefined) return await write({ current: issuer, servers: { ...others, [issuer]: signIn } }, environment)
  await write({ ...(current === undefined || current === issuer ? {} : { current }), servers: others }, environment)
}

/** Stores refreshed tokens. The server that was signed in to last stays the current one. */
export async function keepTokens(issuer: string, signIn: SignIn, environment: Environment): Promise<void> {
  const credentials = await readCredentials(environment)
  await write({ ...credentials, servers: { ...credentials.servers, [issuer]: signIn } }, environment)
}

async function write(credentials: Credentials, environment: Environment): Promise<void> {
  const file = credentialsFile(environment)
  const part = `${file}.${crypto.randomUUID()}`
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(part, `${JSON.stringify(credentials, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' })
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw new CommandError('credentials_unwritable', `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function isCredentials(value: unknown): value is Credentials {
  if (typeof value !== 'object' || value === null || !('servers' in value)) return false
  const { servers } = value
  if (typeof servers !== 'object' || servers === null) return false
  return Object.values(servers).every(
    (each: unknown) => typeof each === 'object' && each !== null && 'accessToken' in each && 'clientId' in each,
  )
}
