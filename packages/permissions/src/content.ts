// Members of contents, whose types the storage does not know.

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
}

/** @returns the text at the member, if the value is an object that has one */
export function textAt(value: unknown, name: string): string | undefined {
  const found = memberOf(value, name)
  return typeof found === 'string' ? found : undefined
}

/** @returns the texts of the list at the member; none if there is no list */
export function textsAt(value: unknown, name: string): readonly string[] {
  const found = memberOf(value, name)
  return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : []
}
