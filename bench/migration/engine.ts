// The import engine alone: the conversion and the pieces, without a server, a job or a report. Arguments: the file, the database.
import { applyPieces, systemAuthority } from '@symbolon/provisioning'
import type { DocumentPiece } from '@symbolon/provisioning'
import { createSealing } from '@symbolon/core-protocol'
import { convertV1Stream } from '@symbolon/migration-v1'
import { secretHashing } from '@symbolon/secret-hashing'
import { randomToken } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import { createReadStream } from 'node:fs'

const [, , file = '', database = ''] = process.argv
const { stores, close } = await libsql({ url: `file:${database}` }).open(['directory'])
const { directory } = stores
if (directory === undefined) throw new TypeError('The storage has no directory')

async function* pieces(): AsyncGenerator<DocumentPiece> {
  for await (const org of convertV1Stream(createReadStream(file))) yield { org, path: org.orgId }
}

const { counts } = await applyPieces(
  pieces(),
  {
    directory,
    authority: systemAuthority,
    hashing: secretHashing(),
    sealing: await createSealing(new Uint8Array(32).fill(1)),
    issuerHost: 'id.example',
    now: Date.now,
    randomToken,
    failed: (error) => console.error(error),
  },
  { update: false },
)
await close()
console.log(JSON.stringify(counts))
