// What is answered often and changes seldom is made once for each value that it shows. Values here are never altered: a change is
// another value, whichever process made it.

/** @returns `make`, which does its work once for each value, for as long as anybody holds the value */
export function prepared<K extends object, V>(make: (value: K) => V): (value: K) => V {
  const made = new WeakMap<K, V>()
  return (value) => {
    const known = made.get(value)
    if (known !== undefined) return known
    const fresh = make(value)
    made.set(value, fresh)
    return fresh
  }
}
