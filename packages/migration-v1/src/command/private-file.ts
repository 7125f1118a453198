// A file that only this user can read, written from its start to its end.

import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { fileProblem } from './command-error.ts'

/** A file that is being written. */
export interface PrivateFile {
  write(text: string): void
  /** Appends what is in another file. */
  append(path: string): void
  close(): void
}

/** What is gathered before it is written. */
const BUFFER = 256 * 1024

/** @throws CommandError, also from its methods, if the system refuses */
export function createPrivateFile(path: string): PrivateFile {
  const file = opened(path)
  const encoder = new TextEncoder()
  let waiting: string[] = []
  let length = 0

  function writeAll(bytes: Uint8Array): void {
    try {
      for (let start = 0; start < bytes.length;) start += writeSync(file, bytes, start)
    } catch (error) {
      throw fileProblem(path, error)
    }
  }

  function flush(): void {
    writeAll(encoder.encode(waiting.join('')))
    waiting = []
    length = 0
  }

  return {
    write(text) {
      waiting.push(text)
      length += text.length
      if (length > BUFFER) flush()
    },
    append(other) {
      flush()
      const source = openSync(other, 'r')
      const buffer = new Uint8Array(BUFFER)
      for (let read = readSync(source, buffer); read > 0; read = readSync(source, buffer)) writeAll(buffer.subarray(0, read))
      closeSync(source)
    },
    close() {
      flush()
      closeSync(file)
    },
  }
}

function opened(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    throw fileProblem(path, error)
  }
}
