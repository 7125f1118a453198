// Counts the bytes that this process allocates on the heap of V8: what is in use at the end, and what garbage collection has freed meanwhile.
// Bun has no GCProfiler, and it need not: nothing is counted there.
import v8 from 'node:v8'

/** @returns ends the count, and returns the bytes that were allocated since */
export function startCounting(): () => number {
  const profiler = new v8.GCProfiler()
  profiler.start()
  const first = v8.getHeapStatistics().used_heap_size
  return () => {
    const last = v8.getHeapStatistics().used_heap_size
    const collections = profiler.stop()?.statistics ?? []
    const freed = collections.reduce(
      (sum, { beforeGC, afterGC }) => sum + beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize,
      0,
    )
    return last - first + freed
  }
}
