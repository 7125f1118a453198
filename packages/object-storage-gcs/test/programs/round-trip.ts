// Writes an object of several chunks and reads it, on whatever runtime runs this. Arguments: endpoint, key file as base64, name.
import { gcsStorage } from '../../src/index.ts'
import { bytes } from '../chunks.ts'

const [endpoint = '', serviceAccountJson = '', path = ''] = process.argv.slice(2)
const { signal } = new AbortController()
const storage = gcsStorage({ endpoint, tokenEndpoint: `${endpoint}/token` })
const object = await storage.open({ bucket: 'exports', path, serviceAccountJson })
await object.write(bytes(12), signal)
let [length, sum] = [0, 0]
for await (const chunk of object.read(signal)) {
  length += chunk.byteLength
  for (const byte of chunk) sum = (sum + byte) % 1_000_003
}
const codes: unknown[] = []
for (const missing of ['missing', 'redirected']) {
  try {
    for await (const chunk of (await storage.open({ bucket: 'exports', path: missing, serviceAccountJson })).read(signal))
      length += chunk.byteLength
  } catch (error) {
    codes.push(error instanceof Error && 'code' in error ? error.code : error)
  }
}
process.stdout.write(JSON.stringify({ length, sum, codes }))
