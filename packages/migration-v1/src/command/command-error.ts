// The command cannot do what was asked: wrong arguments, or a file that does not exist or must not be replaced. The message is the whole
// output.

/** The command cannot do what was asked. The message is the whole output. */
export class CommandError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CommandError'
  }
}

/** The message of the operating system about a path, in one line. */
export function fileProblem(path: string, error: unknown): CommandError {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown error'
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file or folder',
    EACCES: 'permission denied',
    EISDIR: 'it is a folder',
    ENOSPC: 'the disk is full',
    EPIPE: 'its reader has closed it before the end of the document',
    EROFS: 'the disk is read-only',
  }
  return new CommandError(`${path}: ${reasons[code] ?? code}`)
}
