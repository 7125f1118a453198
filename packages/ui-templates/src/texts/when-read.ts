// Texts are made when they are first read: a process speaks a few of its languages, and starts faster without the others.

/**
 * @param make what makes each value
 * @returns the values, each made once
 */
export function whenRead<Name extends string, Value>(make: Readonly<Record<Name, () => Value>>): Readonly<Record<Name, Value>> {
  const made = new Map<string, Value>()
  const read = (name: string, value: () => Value): Value => {
    const known = made.get(name) ?? value()
    made.set(name, known)
    return known
  }
  const getters = Object.entries<() => Value>(make).map(([name, value]) => [name, { enumerable: true, get: () => read(name, value) }])
  return Object.freeze(Object.defineProperties({}, Object.fromEntries(getters) as PropertyDescriptorMap)) as Readonly<Record<Name, Value>>
}
