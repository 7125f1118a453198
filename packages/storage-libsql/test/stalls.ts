// Measures how long the event loop stood still. Other work on the machine makes it stand still too, now and then; what the code
// does by itself shows in most of the time: so the figure is the median over windows of the longest stall in each.
export interface StallMeter {
  /** Ends the measurement. @returns milliseconds */
  end(): number
}

const interval = 2
const windowLength = 100

export function measureStalls(): StallMeter {
  const windows: number[] = []
  const started = performance.now()
  let last = started
  const timer = setInterval(() => {
    const now = performance.now()
    const index = Math.floor((now - started) / windowLength)
    windows[index] = Math.max(windows[index] ?? 0, now - last - interval)
    last = now
  }, interval)
  return {
    end() {
      clearInterval(timer)
      const measured = windows.filter((stall) => stall !== undefined).toSorted((a, b) => a - b)
      return measured[Math.floor(measured.length / 2)] ?? 0
    },
  }
}
