// Circles in a graph of imports.

/** @returns a circle as `a → b → a` */
export function findCycle(graph: ReadonlyMap<string, readonly string[]>): string | undefined {
  const done = new Set<string>()
  const visit = (node: string, path: readonly string[]): string | undefined => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node].join(' → ')
    if (done.has(node)) return undefined
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...path, node])
      if (cycle !== undefined) return cycle
    }
    done.add(node)
    return undefined
  }
  for (const node of graph.keys()) {
    const cycle = visit(node, [])
    if (cycle !== undefined) return cycle
  }
  return undefined
}

/**
 * The strongly connected components with more than one node: each node of a component reaches every other one.
 * Unlike one circle they are the same whatever order the graph is walked in. https://doi.org/10.1137/0201010 (Tarjan)
 * @returns the components, sorted, each with its nodes sorted
 */
export function findComponents(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const indexes = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const components: string[][] = []
  const low = (node: string): number => lowest.get(node) ?? Infinity
  const visit = (node: string): void => {
    indexes.set(node, indexes.size)
    lowest.set(node, indexes.get(node) ?? 0)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!indexes.has(next)) visit(next)
      if (stack.includes(next)) lowest.set(node, Math.min(low(node), low(next)))
    }
    if (low(node) !== indexes.get(node)) return
    const component = stack.splice(stack.indexOf(node))
    if (component.length > 1) components.push(component.toSorted())
  }
  for (const node of graph.keys()) if (!indexes.has(node)) visit(node)
  return components.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
}
