// The conformance kit of all storages, against memory and against a file.
import { storageConformance } from '@symbolon/test-kit'
import { libsql } from '../src/index.ts'
import { kitTickets } from './kit-tickets.ts'
import { temporaryPath } from './temporary-file.ts'
import { longTier } from './tier.ts'

// The statements are those of a file, and most other tests run in memory.
if (longTier)
  storageConformance('in memory', (names, own) => libsql({ url: ':memory:' }).open(names, own), { own: kitTickets, extent: 'transactions' })

storageConformance('in a file', (names, own) => libsql({ url: `file:${temporaryPath()}` }).open(names, own), { own: kitTickets })
