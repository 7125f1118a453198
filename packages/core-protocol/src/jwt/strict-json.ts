// Parses JSON objects as JOSE requires: a repeated member is an error, where JSON.parse would keep the last one.
// https://www.rfc-editor.org/rfc/rfc7515#section-4, https://www.rfc-editor.org/rfc/rfc7519#section-4

const depthLimit = 32

/**
 * @returns the object
 * @throws SyntaxError when the text is not JSON, is not an object, repeats a member, or nests too deeply
 */
export function parseStrictJsonObject(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text)
  refuseRepeatedMembers(text)
  if (!isObject(value)) throw new SyntaxError('Not a JSON object.')
  return value
}

/** Whether the value is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Walks over the tokens, and keeps the names of every open object. The text is JSON already: every string in it ends, so that the
 * expression reads each character a bounded number of times. Over a string that does not end, it would take quadratic time.
 */
function refuseRepeatedMembers(text: string): void {
  const open: (Set<string> | undefined)[] = []
  const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/gs
  for (const [token, colon] of text.matchAll(tokens)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(undefined)
    else if (token === '}' || token === ']') open.pop()
    else if (colon !== undefined) {
      const name: unknown = JSON.parse(token.slice(0, token.lastIndexOf('"') + 1))
      const names = open.at(-1)
      if (typeof name !== 'string' || names === undefined || names.has(name)) throw new SyntaxError('A member is repeated.')
      names.add(name)
    }
    if (open.length > depthLimit) throw new SyntaxError('Nested too deep.')
  }
}
