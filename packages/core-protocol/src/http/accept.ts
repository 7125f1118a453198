// Chooses between JSON and other media types. https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1

/** Characters of a header that is read. */
const longestHeader = 1024

/**
 * @param accept the header `Accept`; empty where there is none
 * @param offered media types in lower case, other than JSON
 * @returns the offered type that is named with the greatest weight; undefined where JSON has a greater weight, or no offered type is named
 */
export function preferredType(accept: string, offered: readonly string[]): string | undefined {
  if (accept === '' || accept.length > longestHeader) return undefined
  const named = accept.split(',').map(readRange)
  const [best] = named.filter(({ type, weight }) => weight > 0 && offered.includes(type)).sort((one, other) => other.weight - one.weight)
  const json = named.find(({ type }) => type === 'application/json')
  return best === undefined || (json !== undefined && json.weight > best.weight) ? undefined : best.type
}

function readRange(text: string): { readonly type: string; readonly weight: number } {
  const [type = '', ...parameters] = text.split(';').map((each) => each.trim().toLowerCase())
  const weight = parameters.find((each) => each.startsWith('q='))?.slice(2)
  // https://www.rfc-editor.org/rfc/rfc9110#section-12.4.2
  return { type, weight: weight === undefined ? 1 : /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0 }
}
