// The progress of a long command: one line of the terminal that is overwritten; in a file, an occasional line.

/** Writes progress to standard error. */
export interface ProgressLine {
  /** Shows the text, unless another text was shown a moment ago. */
  show(text: string): void
  /** Clears the line on a terminal. */
  end(): void
}

/** Milliseconds between two writes to a terminal, and to a file. */
const [interval, fileInterval] = [200, 30_000]

/** @param options `terminalOnly`: writes nothing if standard error is not a terminal */
export function progressLine({ terminalOnly = false }: { readonly terminalOnly?: boolean } = {}): ProgressLine {
  const { stderr } = process
  if (terminalOnly && !stderr.isTTY) return { show: () => undefined, end: () => undefined }
  // Short work leaves no line in a file.
  let last = stderr.isTTY ? -Infinity : performance.now()
  let shown = false
  return {
    show(text) {
      if (performance.now() - last < (stderr.isTTY ? interval : fileInterval)) return
      last = performance.now()
      shown = stderr.isTTY
      stderr.write(stderr.isTTY ? `\r\u001B[K${text}` : `${text}\n`)
    },
    end() {
      if (shown) stderr.write('\r\u001B[K')
      shown = false
    },
  }
}
