// Writes log lines: the lines of one turn of the event loop in one call, because a call costs more than a line. A process that ends by itself or by
// an error that is not handled writes them all; one that is killed loses the lines of the turn.

/** Takes lines. */
export interface LineWriter {
  /** Writes the line, without its line break, at the end of the turn. */
  line(text: string): void
  /** Writes all lines now. */
  flush(): void
}

/** Characters that are held at most. */
const heldAtMost = 64 * 1024

/** @param write takes whole lines with their line breaks */
export function lineWriter(write: (text: string) => void): LineWriter {
  let held = ''
  let scheduled = false
  const flush = (): void => {
    if (held === '') return
    const text = held
    held = ''
    write(text)
  }
  const atEndOfTurn = (): void => {
    scheduled = false
    flush()
  }
  process.on('exit', flush)
  return {
    line(text) {
      held += `${text}\n`
      if (held.length >= heldAtMost) return flush()
      if (scheduled) return
      scheduled = true
      setImmediate(atEndOfTurn)
    },
    flush,
  }
}
