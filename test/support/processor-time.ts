// How much time of the processor work takes: other work on the machine is none of it.

/** Milliseconds that the thread of the event loop was busy with the work: no single stall in it can be longer. */
export async function busyTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Of several tries the least: what is compiled, collected or loaded while the first one runs is not the request's own. */
export async function leastBusyTime(work: () => Promise<unknown>, enough: number, tries = 5): Promise<number> {
  let least = Infinity
  for (let count = 0; count < tries && least >= enough; count++) least = Math.min(least, await busyTime(work))
  return least
}

/** Milliseconds of the longest turn that the event loop had while the work was under way: nobody else waited longer for it. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = process.threadCpuUsage()
  const beat = (): void => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
  }
  const timer = setInterval(beat, 1)
  try {
    await work()
    beat()
  } finally {
    clearInterval(timer)
  }
  return longest
}

/**
 * Of several tries the shortest of their longest turns. A pause of the whole machine counts as time of the processor, but it does not come
 * back at every try; a stall of the work does.
 */
export async function leastLongestTurn(work: () => Promise<unknown>, enough: number, tries = 3): Promise<number> {
  let least = Infinity
  for (let count = 0; count < tries && least >= enough; count++) least = Math.min(least, await longestTurn(work))
  return least
}

/** Milliseconds of all threads of this process. Nothing else may be under way in it. */
export async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
