// Spells a place in a document: orgs[0].humanUsers[3].user.userName. Names that are no plain word are quoted and escaped,
// because they come from the document and may end in a log.

export type PathKey = string | number

const LONGEST_NAME = 100

export function formatJsonPath(keys: readonly PathKey[]): string {
  return keys.map((key, index) => {
    if (typeof key === 'number') return `[${key}]`
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(key) || key.length > LONGEST_NAME) return `[${JSON.stringify(key.slice(0, LONGEST_NAME))}]`
    return index === 0 ? key : `.${key}`
  }).join('')
}
