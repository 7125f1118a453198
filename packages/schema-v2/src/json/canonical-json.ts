// One spelling for equal values: members sorted by UTF-16 code units, no white space, as the JSON Canonicalization Scheme
// (https://www.rfc-editor.org/rfc/rfc8785#section-3.2). Members that are undefined are left out.

/**
 * @returns the text of the value, the same for equal values
 * @throws TypeError for a value that has no JSON form
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null || Number.isFinite(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object') throw new TypeError(`canonicalJson: ${typeof value} has no JSON form`)
  let members = ''
  // Array.prototype.sort without a comparator orders by UTF-16 code units, which is what §3.2.3 demands.
  for (const name of Object.keys(value).sort()) {
    const member: unknown = Reflect.get(value, name)
    if (member !== undefined) members += (members === '' ? '' : ',') + spelled(name) + canonicalJson(member)
  }
  return `{${members}}`
}

/** The spellings of names that occurred before: spelling them takes as long as all values of a large document. */
const spellings = new Map<string, string>()
/** Documents of others may have any number of names, of any length. */
const [mostSpellings, longestName] = [1000, 64]

/** @returns the name of a member, with its colon */
function spelled(name: string): string {
  const known = spellings.get(name)
  if (known !== undefined) return known
  const spelling = `${JSON.stringify(name)}:`
  if (spellings.size < mostSpellings && name.length <= longestName) spellings.set(name, spelling)
  return spelling
}
