// How long one request keeps everybody else waiting, as the processor counts it: other work on the machine is none of it.

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
