// Long work beside a server: whoever does it rests between two steps, so that requests are answered in between.

export interface Turns {
  /** Resolves at once, or in the next turn of the event loop when this one has lasted long enough. */
  rest(): Promise<void>
}

export function eventLoopTurns(milliseconds: number = 5): Turns {
  let since = performance.now()
  return {
    async rest() {
      if (performance.now() - since < milliseconds) return
      await new Promise((resolve) => { setTimeout(resolve) })
      since = performance.now()
    },
  }
}
