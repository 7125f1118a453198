// The input as chunks of bytes: a file, which can be read twice, or standard input, which cannot.

import { createReadStream, statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { CommandError, fileProblem } from './command-error.ts'

/** The input of the command. */
export interface Input {
  readonly name: string
  /** In bytes, where that is known before. */
  readonly size: number | undefined
  /** Whether it can be read more than once. */
  readonly again: boolean
  chunks(): AsyncIterable<Uint8Array>
}

/**
 * @param path `-` for standard input
 * @throws CommandError for a terminal, a folder, or a file that cannot be read
 */
export function openInput(path: string): Input {
  if (path === '-') {
    if (process.stdin.isTTY) throw new CommandError('standard input is a terminal; name a file, or pipe the export into the command')
    return { name: 'standard input', size: undefined, again: false, chunks: () => process.stdin }
  }
  const status = statusOf(path)
  if (status.isDirectory()) throw fileProblem(path, { code: 'EISDIR' })
  const isFile = status.isFile()
  return { name: path, size: isFile ? status.size : undefined, again: isFile, chunks: () => readFileChunks(path) }
}

async function* readFileChunks(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  const stream: AsyncIterable<unknown> = createReadStream(path, { highWaterMark: 256 * 1024 })
  try {
    for await (const chunk of stream) if (chunk instanceof Uint8Array) yield chunk
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'syscall' in error) throw fileProblem(path, error)
    throw error
  }
}

function statusOf(path: string): Stats {
  try {
    return statSync(path)
  } catch (error) {
    throw fileProblem(path, error)
  }
}
