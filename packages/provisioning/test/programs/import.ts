// Applies a document of many users to a file and says each transaction when it is settled. Ends by being killed, or when all is there.
import { createSealing } from '@symbolon/core-protocol'
import { secretHashing } from '@symbolon/secret-hashing'
import { libsql } from '@symbolon/storage-libsql'
import { applyPieces, systemAuthority } from '../../src/index.ts'
import { manyPieces } from '../many-pieces.ts'

const storage = await libsql({ url: process.argv[2] ?? '' }).open(['directory'])
const { directory } = storage.stores
if (directory === undefined) throw new TypeError('directory')
process.stdout.write('ready\n')
const { counts } = await applyPieces(
  manyPieces(),
  {
    directory,
    authority: systemAuthority,
    hashing: secretHashing(),
    sealing: await createSealing(new Uint8Array(32).fill(7)),
    now: Date.now,
    randomToken: () => `${crypto.randomUUID()}${crypto.randomUUID()}`,
    issuerHost: 'id.example',
    failed: (error) => {
      throw error
    },
  },
  {
    settled: ({ entries }) =>
      void process.stdout.write(
        `${entries
          .filter(({ action }) => action === 'created')
          .map(({ path }) => path)
          .join(' ')}\n`,
      ),
  },
)
process.stdout.write(`done ${JSON.stringify(counts)}\n`)
await storage.close()
