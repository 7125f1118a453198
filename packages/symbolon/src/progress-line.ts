// How far a long command is: on one line of the terminal that is written again and again, elsewhere on a line now and then.

export interface ProgressLine {
  show(text: string): void
  end(): void
}

/** Milliseconds between two writings: on a terminal, and into a file. */
const [interval, fileInterval] = [200, 30_000]

export function progressLine(): ProgressLine {
  const { stderr } = process
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
