// The link by which the first administrator sets the first credential. A terminal shows it. Any other standard output may be a log, which is kept
// and which many people read, so there the link goes to a file that only its owner can read.
import { consolePath } from '@symbolon/console'
import type { Context } from '@symbolon/core-protocol'
import { issueUserLink, userLinkStores } from '@symbolon/login'
import type { UserLinkContext } from '@symbolon/login'
import { constants } from 'node:fs'
import { access, lstat, mkdir, readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { writeOutputFile } from './output-file.ts'
import { StartError } from './start-error.ts'

/** Where the link goes. */
export type SetupLinkPlace = { readonly kind: 'shown' } | { readonly kind: 'file'; readonly file: string }

/** A link that works once, or the file that holds it. */
export type SetupLink = {
  readonly loginName: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
} & ({ readonly link: string } | { readonly file: string })

/** The stores of {@link issueSetupLink}. */
export const setupLinkStores: typeof userLinkStores = userLinkStores

type SetupLinkContext = UserLinkContext & Pick<Context, 'audit'>

/**
 * Makes sure that the file can be written, before an administrator is created who could not sign in without it. Creates its directory, but no file.
 * @throws StartError file_unwritable
 */
export async function checkSetupLinkFile(place: SetupLinkPlace): Promise<void> {
  if (place.kind === 'shown') return
  const { file } = place
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await access(dirname(file), constants.W_OK | constants.X_OK)
    if (!(await isFree(file))) throw new TypeError('it exists already and holds no link')
  } catch (error) {
    throw unwritable(file, error)
  }
}

/** Whether nothing is lost there: no file, or the link of an earlier first start that was killed. A mistyped path names no key and no database. */
async function isFree(file: string): Promise<boolean> {
  const status = await lstat(file).catch(() => undefined)
  return status === undefined || (status.isFile() && status.size < longestLink && /^https?:\/\/\S+\n$/.test(await readFile(file, 'utf8')))
}

/** Bytes. */
const longestLink = 4096

/**
 * Issues the link of the first administrator. It ends an earlier one.
 * @returns the link, or the absolute path of the file that holds it
 * @throws StartError file_unwritable; the next start is a first start again and issues another link
 */
export async function issueSetupLink(loginName: string, place: SetupLinkPlace, context: SetupLinkContext): Promise<SetupLink> {
  const issued = await issueUserLink({ kind: 'invite', loginName, returnTo: consolePath }, undefined, context)
  if (issued.kind === 'refused') throw new TypeError(`There is no link for the first administrator: ${issued.reason}.`)
  const { userId, link, expiresAt } = issued
  await context.audit({ type: 'user_link_issued', subject: { kind: 'user', id: userId }, details: { kind: 'invite', mailed: false } })
  if (place.kind === 'shown') return { loginName, expiresAt, link }
  try {
    await writeOutputFile(place.file, encoded(`${link}\n`), { force: true })
  } catch (error) {
    throw unwritable(place.file, error)
  }
  return { loginName, expiresAt, file: resolve(place.file) }
}

/** What the operator reads about it after the start. */
export function setupText({ loginName, expiresAt, ...place }: SetupLink): readonly string[] {
  const until = new Date(expiresAt).toISOString()
  const where = 'link' in place ? ['link ', place.link] : ['file with the link ', place.file]
  const width = Math.max('login name'.length, where[0]?.length ?? 0) + 2
  return [
    '  An administrator was created. Set the password or a passkey by this link, which works once, until',
    `  ${until}:`,
    '',
    `    ${'login name'.padEnd(width)}${loginName}`,
    `    ${where[0]?.padEnd(width) ?? ''}${where[1] ?? ''}`,
  ]
}

async function* encoded(text: string): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(new TextEncoder().encode(text))
}

function unwritable(file: string, error: unknown): StartError {
  const reason = error instanceof Error ? error.message : String(error)
  return new StartError(
    'file_unwritable',
    `${file}, where the first start writes the link of the administrator, cannot be written: ${reason}. Set SYMBOLON_SETUP_LINK_FILE to another file.`,
  )
}
