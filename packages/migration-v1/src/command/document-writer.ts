// Writes the document in its canonical form, with sorted members, although pieces come in the order of the input. Each list of the current
// organization is collected separately, in a file once it is large. The organization is written when it is complete.

import { canonicalJson } from '@symbolon/schema-v2'
import { rmSync } from 'node:fs'
import type { OrgPiece } from '../convert/convert-v1-stream.ts'
import { createPrivateFile } from './private-file.ts'
import type { PrivateFile } from './private-file.ts'
import type { Workplace } from './workplace.ts'

/** Takes pieces in the order of the input. */
export interface DocumentWriter {
  add(piece: OrgPiece): void
  end(): void
}

interface List {
  readonly texts: string[]
  length: number
  file: { readonly path: string; readonly handle: PrivateFile } | undefined
}

/** So much of one list may be in memory. */
const LARGEST_IN_MEMORY = 1024 * 1024

/** @param name of the file in the workplace */
export function createDocumentWriter(workplace: Workplace, name: string): DocumentWriter {
  const output = createPrivateFile(workplace.path(name))
  let index: number | undefined
  let members = new Map<string, string | List>()

  function addToList(list: List, member: string, entries: readonly unknown[]): void {
    for (const entry of entries) {
      const text = `${list.length > 0 ? ',' : ''}${canonicalJson(entry)}`
      list.texts.push(text)
      list.length += text.length
    }
    if (list.file === undefined && list.length > LARGEST_IN_MEMORY) {
      const path = workplace.path(`${name}-${member}`)
      list.file = { path, handle: createPrivateFile(path) }
    }
    if (list.file !== undefined) list.file.handle.write(list.texts.splice(0).join(''))
  }

  function writeOrg(): void {
    if (index === undefined) return
    output.write(index === 0 ? '{"orgs":[{' : ',{')
    for (const [position, member] of [...members.keys()].sort().entries()) {
      output.write(`${position === 0 ? '' : ','}${JSON.stringify(member)}:`)
      const value = members.get(member)
      if (typeof value === 'object') writeList(value)
      else output.write(value ?? 'null')
    }
    output.write('}')
    members = new Map()
  }

  function writeList({ texts, file }: List): void {
    output.write('[')
    if (file === undefined) {
      output.write(texts.join(''))
    } else {
      file.handle.close()
      output.append(file.path)
      rmSync(file.path)
    }
    output.write(']')
  }

  return {
    add({ piece, index: of }) {
      if (of !== index) writeOrg()
      index = of
      for (const [member, value] of Object.entries(piece)) {
        if (Array.isArray(value)) {
          const before = members.get(member)
          const list = typeof before === 'object' ? before : { texts: [], length: 0, file: undefined }
          members.set(member, list)
          addToList(list, member, value)
        } else {
          members.set(member, canonicalJson(value))
        }
      }
    },
    end() {
      writeOrg()
      output.write(index === undefined ? '{}\n' : ']}\n')
      output.close()
    },
  }
}
