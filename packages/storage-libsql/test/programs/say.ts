// Shared by the test programs: a line that the other process has received when the call returns, and the lines that arrive.
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'

export function say(line: string): void {
  const bytes = new TextEncoder().encode(`${line}\n`)
  for (let at = 0; at < bytes.length;) at += write(bytes.subarray(at))
}

function write(bytes: Uint8Array): number {
  try {
    return writeSync(1, bytes)
  } catch (error) {
    // The pipe is full. The test reads it soon.
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return 0
    throw error
  }
}

export function commands(): AsyncIterable<string> {
  return createInterface({ input: process.stdin })
}
