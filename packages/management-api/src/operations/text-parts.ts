// A document in parts that are sealed and stored one by one.
import { RestError } from '@symbolon/rest'

/** UTF-16 code units of one part. */
const usualLength = 128 * 1024

/**
 * @returns the text of the document in parts; joined and encoded they are the same bytes
 * @throws RestError document_invalid if the bytes are not UTF-8
 */
export function textParts(document: Uint8Array, length: number = usualLength): readonly string[] {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(document)
  } catch {
    throw new RestError('document_invalid', 'The file is not text in UTF-8. Choose the JSON file of an export.')
  }
  const parts: string[] = []
  for (let start = 0; start < text.length;) {
    // Half of a surrogate pair cannot be encoded.
    const isInsidePair = /[\ud800-\udbff]/.test(text.charAt(start + length - 1))
    const end = start + length + (isInsidePair ? 1 : 0)
    parts.push(text.slice(start, end))
    start = end
  }
  return parts
}
