// How far a long command is, on one line of the terminal that is written again and again; nothing where nobody looks.

export interface ProgressLine {
  show(text: string): void
  end(): void
}

/** Milliseconds between two writings. */
const interval = 200

export function progressLine(): ProgressLine {
  const { stderr } = process
  let last = 0
  let shown = false
  return {
    show(text) {
      if (!stderr.isTTY || performance.now() - last < interval) return
      last = performance.now()
      shown = true
      stderr.write(`\r\u001B[K${text}`)
    },
    end() {
      if (shown) stderr.write('\r\u001B[K')
    },
  }
}
