// Writes an object of several parts and reads it, on whatever runtime runs this. Arguments: the endpoint, the name of the object.
import { s3Storage } from '../../src/index.ts'
import { bytes } from '../chunks.ts'

const [endpoint = '', path = ''] = process.argv.slice(2)
const { signal } = new AbortController()
const object = await s3Storage({ endpoints: [endpoint] }).open({
  bucket: 'exports',
  path,
  endpoint,
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
})
await object.write(bytes(12), signal)
let [length, sum] = [0, 0]
for await (const chunk of object.read(signal)) {
  length += chunk.byteLength
  for (const byte of chunk) sum = (sum + byte) % 1_000_003
}
const missing = await s3Storage({ endpoints: [endpoint] }).open({
  bucket: 'exports',
  path: 'missing',
  endpoint,
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
})
let code: unknown
try {
  for await (const chunk of missing.read(signal)) length += chunk.byteLength
} catch (error) {
  code = error instanceof Error && 'code' in error ? error.code : error
}
process.stdout.write(JSON.stringify({ length, sum, code }))
