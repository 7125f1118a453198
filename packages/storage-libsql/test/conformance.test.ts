// The conformance kit of all storages, against memory and against a file.
import { storageConformance } from '@symbolon/test-kit'
import { libsql } from '../src/index.ts'
import { temporaryPath } from './temporary-file.ts'
import { longTier } from './tier.ts'

// The statements are those of a file, and most other tests run in memory.
if (longTier) storageConformance('in memory', (names) => libsql({ url: ':memory:' }).open(names), { extent: 'transactions' })

storageConformance('in a file', (names) => libsql({ url: `file:${temporaryPath()}` }).open(names))
