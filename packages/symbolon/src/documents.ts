// Documents in files: read, parsed and checked before anything is opened.
import { DocumentError, readDocument } from '@symbolon/schema-v2'
import type { ReadDocument } from '@symbolon/schema-v2'
import { readFile } from 'node:fs/promises'
import { StartError } from './start-error.ts'

/** @throws StartError document_unreadable, naming the file and what is wrong with it */
export async function readDocumentFile(file: string): Promise<ReadDocument> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw new StartError('document_unreadable', `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  try {
    return readDocument(parseJson(text))
  } catch (error) {
    if (error instanceof DocumentError || error instanceof SyntaxError) throw new StartError('document_unreadable', `${file}: ${error.message}`)
    throw error
  }
}

/** The engine's own message quotes the text around the mistake, where a secret may stand: only the place is told. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    const place = position === undefined ? '' : ` near line ${text.slice(0, Number(position)).split('\n').length}`
    throw new SyntaxError(`not valid JSON${place}.`)
  }
}
