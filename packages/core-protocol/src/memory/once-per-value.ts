// Values that follow from objects which do not change, such as the users and clients that the storage keeps in memory.

/**
 * Computes a value that follows from an object once, and keeps it for as long as the object is referenced. The object must not change.
 * @returns `make`, which runs once for each object
 */
export function oncePerValue<K extends object, V>(make: (value: K) => V): (value: K) => V {
  const made = new WeakMap<K, V>()
  return (value) => {
    const known = made.get(value)
    if (known !== undefined) return known
    const fresh = make(value)
    made.set(value, fresh)
    return fresh
  }
}
