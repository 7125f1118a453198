// A file that a command writes: for its owner alone, under another name until it is whole, never over what the service needs, and over
// other files with --force only.
import { fileIdentity, isSameFile } from '@symbolon/command-line'
import { lstatSync, rmSync } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Configuration } from './configuration.ts'
import { databaseFile } from './master-key.ts'
import { StartError } from './start-error.ts'

/** How a file is written. */
export interface OutputOptions {
  /** Whether a file that is there is replaced. */
  readonly force: boolean
}

/** What the service cannot do without; a command that writes over one of these destroys the only copy. */
export type ServiceFiles = Pick<Configuration, 'apply' | 'applySecretsFile' | 'databaseUrl' | 'masterKey' | 'setupLinkFile' | 'tls'>

/**
 * @param inputs what the command itself reads
 * @throws StartError file_exists, file_unwritable, before anything else is done
 */
export function checkOutputFile(file: string, { force }: OutputOptions, configuration: ServiceFiles, inputs: readonly string[] = []): void {
  const target = fileIdentity(file)
  const find = (files: readonly string[]): string | undefined => files.find((each) => isSameFile(fileIdentity(each), target))
  const needed = find(serviceFiles(configuration))
  if (needed !== undefined) throw new StartError('file_exists', `${file} is ${needed}, which the service needs. Name another file.`)
  if (find(inputs) !== undefined) throw new StartError('file_exists', `${file} is the file that the command reads. Name another file.`)
  const status = lstatSync(file, { throwIfNoEntry: false })
  if (status === undefined) return
  if (status.isDirectory()) throw new StartError('file_unwritable', `${file} is a directory. Name a file in it.`)
  if (!force) throw exists(file)
  // A file that is renamed over a device or a pipe takes it away from everybody.
  if (!status.isFile() && !status.isSymbolicLink())
    throw new StartError('file_unwritable', `${file} is not a regular file. Leave FILE out to write to standard output.`)
}

/**
 * Writes the chunks to the file. The file appears when it is complete, or not at all, also when the process ends by a signal.
 * @throws StartError file_exists, file_unwritable; whatever the chunks throw
 */
export async function writeOutputFile(file: string, chunks: AsyncIterable<Uint8Array>, options: OutputOptions): Promise<void> {
  // In the same directory: only there a rename is one step.
  const part = join(dirname(file), `.${basename(file)}.${crypto.randomUUID()}.part`)
  const listening = signals.map(([signal, code]) => {
    const end = (): void => {
      rmSync(part, { force: true })
      process.exit(code)
    }
    process.once(signal, end)
    return () => void process.off(signal, end)
  })
  try {
    const handle = await open(part, 'wx', 0o600)
    try {
      for await (const chunk of chunks) {
        // A disk that is nearly full takes a part, and says so only here.
        for (let start = 0; start < chunk.byteLength;) start += (await handle.write(chunk, start)).bytesWritten
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    await publish(part, file, options)
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw new StartError('file_unwritable', `${file} cannot be written: ${error.message}`)
    throw error
  } finally {
    await rm(part, { force: true })
    for (const stopListening of listening) stopListening()
  }
}

const signals = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const

async function publish(part: string, file: string, { force }: OutputOptions): Promise<void> {
  if (force) return await rename(part, file)
  try {
    // A link never replaces what is there; a rename does.
    await link(part, file)
  } catch (error) {
    if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) throw exists(file)
    // There are file systems without links.
    if (error instanceof Error) await rename(part, file)
  }
}

function exists(file: string): StartError {
  return new StartError('file_exists', `${file} exists already. Name another file, or replace it with --force.`)
}

function serviceFiles({ databaseUrl, masterKey, tls, apply, applySecretsFile, setupLinkFile }: ServiceFiles): readonly string[] {
  const database = databaseUrl.startsWith('file:') ? databaseFile(databaseUrl) : undefined
  return [
    ...(database === undefined ? [] : ['', '-wal', '-shm', '-lock', '-state'].map((end) => `${database}${end}`)),
    ...('file' in masterKey ? [masterKey.file] : []),
    ...(tls === undefined ? [] : [tls.certFile, tls.keyFile]),
    ...apply,
    applySecretsFile,
    setupLinkFile,
  ]
}
