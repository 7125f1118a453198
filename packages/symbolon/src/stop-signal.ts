// Ctrl-C and SIGTERM end the service in order; a second one ends it at once.

/**
 * Called before the start, so that a signal during the start is not lost.
 * @returns resolves at the first signal
 */
export async function stopSignal(): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}
