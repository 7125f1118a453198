// What `symbolon import` reads: a file, or standard input. An import may go over its document twice, so standard input is kept in a file
// without a name meanwhile: whatever ends the process, nothing of it is left.
import type { DocumentSource } from '@symbolon/transfer'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from './start-error.ts'

/** The document that a command imports. */
export interface ImportInput {
  /** The whole document in memory. */
  bytes(): Promise<Uint8Array>
  /** The document piece by piece. To be closed. */
  source(): Promise<DocumentSource & { close(): Promise<void> }>
}

/**
 * @param file a path, or `-` for standard input
 * @throws StartError document_unreadable
 */
export async function openImportInput(file: string): Promise<ImportInput> {
  if (file === '-') return standardInput()
  await requireFile(file)
  return {
    bytes: async () => await readFile(file),
    async source() {
      const read: DocumentSource['read'] = (signal) => createReadStream(file, { signal }) as AsyncIterable<Uint8Array>
      return { description: 'file', identity: await digestOf(createReadStream(file)), read, close: async () => undefined }
    },
  }
}

function standardInput(): ImportInput {
  if (process.stdin.isTTY)
    throw new StartError('document_unreadable', 'Standard input is a terminal. Name a FILE, or pipe the document into the command.')
  const chunks = process.stdin as AsyncIterable<Uint8Array>
  return {
    async bytes() {
      const read: Uint8Array[] = []
      for await (const chunk of chunks) read.push(chunk)
      return Buffer.concat(read)
    },
    async source() {
      const kept = await keep(chunks)
      return {
        description: 'standard input',
        identity: await digestOf(readKept(kept)),
        read: (signal) => readKept(kept, signal),
        close: async () => await kept.close(),
      }
    },
  }
}

async function keep(chunks: AsyncIterable<Uint8Array>): Promise<FileHandle> {
  let handle: FileHandle | undefined
  try {
    const directory = await mkdtemp(join(tmpdir(), 'symbolon-import-'))
    handle = await open(join(directory, 'document'), 'wx+', 0o600)
    await rm(directory, { recursive: true })
    for await (const chunk of chunks)
      for (let start = 0; start < chunk.byteLength;) start += (await handle.write(chunk, start)).bytesWritten
    return handle
  } catch (error) {
    await handle?.close()
    throw new StartError(
      'document_unreadable',
      `Standard input cannot be copied to ${tmpdir()}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

async function* readKept(handle: FileHandle, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let position = 0; ;) {
    signal?.throwIfAborted()
    const { bytesRead, buffer } = await handle.read(new Uint8Array(65_536), 0, 65_536, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

async function digestOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

async function requireFile(file: string): Promise<void> {
  try {
    if ((await stat(file)).isFile()) return
  } catch (error) {
    throw new StartError('document_unreadable', `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  throw new StartError('document_unreadable', `${file} is not a regular file. Name another file.`)
}
