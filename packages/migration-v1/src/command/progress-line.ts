// One line on a terminal that says how far it is; nothing where standard error is no terminal.

import type { Progress } from '../convert-v1-stream.ts'
import { formatBytes, formatNumber } from './format.ts'

export interface ProgressLine {
  show(progress: Progress): void
  clear(): void
}

const INTERVAL = 200

export function createProgressLine(size: number | undefined): ProgressLine {
  if (!process.stderr.isTTY) return { show: () => undefined, clear: () => undefined }
  let shown = 0
  return {
    show({ bytes, objects }) {
      if (performance.now() - shown < INTERVAL) return
      shown = performance.now()
      const part = size === undefined || size === 0 ? '' : `${String(Math.floor(100 * bytes / size)).padStart(3)} %  `
      process.stderr.write(`\r\u001b[K${part}${formatBytes(bytes)}  ${formatNumber(objects)} objects`)
    },
    clear() {
      if (shown > 0) process.stderr.write('\r\u001b[K')
    },
  }
}
