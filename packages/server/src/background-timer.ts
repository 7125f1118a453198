// Timers of work in the background.

/** On Node and Deno: the timer alone does not keep the process alive. */
export function keepNoProcess(timer: ReturnType<typeof setTimeout>): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') timer.unref()
}
