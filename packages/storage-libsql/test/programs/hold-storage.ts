// A process that opens a storage and waits to be killed.
import { libsql } from '../../src/index.ts'

const storage = await libsql({ url: process.argv[2] ?? '' }).open(['instance'])
await storage.stores.instance?.setIfAbsent('holder', 'was here')
console.log('open')
setInterval(() => {}, 1000)
