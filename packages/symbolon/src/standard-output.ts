// Standard output of a command whose text is printed once, such as a generated secret.
import { fsyncSync } from 'node:fs'
import { StartError } from './start-error.ts'

/**
 * Writes the text to standard output.
 * @param advice what to do when it cannot be written
 * @returns when the reader has it: the operating system, or the disk of a file
 * @throws StartError file_unwritable
 */
export async function writeOut(text: string, advice: string): Promise<void> {
  const { stdout } = process
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // A reader that has gone is an error of the stream, too.
  stdout.once('error', reject)
  try {
    stdout.write(text, (error) => {
      if (error === undefined || error === null) resolve()
      else reject(error)
    })
    await promise
    flush(stdout)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError('file_unwritable', `Standard output cannot be written: ${reason}. ${advice}`, { cause: error })
  } finally {
    stdout.off('error', reject)
  }
}

/** Only a file can be flushed. https://pubs.opengroup.org/onlinepubs/9799919799/functions/fsync.html */
function flush({ fd }: { readonly fd: number }): void {
  try {
    fsyncSync(fd)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'EINVAL' || error.code === 'ENOTSUP' || error.code === 'EROFS')))
      throw error
  }
}
