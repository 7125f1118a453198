// How much time of the processor work takes: without other work on the machine.

/** Milliseconds that the thread of the event loop was busy with the work: no single stall in it can be longer. */
export async function busyTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/**
 * The least of several measurements; it stops as soon as one is below `enough`. The first one includes what is compiled or loaded on the way, and
 * a pause of the whole machine counts as time of the processor: neither comes back at every measurement, a slow piece of work does.
 */
export async function leastOf(measure: () => Promise<number>, enough: number, tries: number): Promise<number> {
  let least = Infinity
  for (let count = 0; count < tries && least >= enough; count++) least = Math.min(least, await measure())
  return least
}

/** Milliseconds: the least busy time of up to five runs of the work. */
export async function leastBusyTime(work: () => Promise<unknown>, enough: number, tries = 5): Promise<number> {
  return await leastOf(async () => await busyTime(work), enough, tries)
}

/** Milliseconds of the longest turn of the event loop during the work: no other request waited longer for it. */
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

/** Milliseconds: the shortest of the longest turns of up to three runs of the work. */
export async function leastLongestTurn(work: () => Promise<unknown>, enough: number, tries = 3): Promise<number> {
  return await leastOf(async () => await longestTurn(work), enough, tries)
}

/** Milliseconds of all threads of this process. Nothing else may be under way in it. */
export async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
