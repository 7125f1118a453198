// A bucket with one object, which every request gets. Argument: the file.
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'

const [, , file = ''] = process.argv
const { size } = statSync(file)
const server = createServer((request, response) => {
  if (request.method !== 'GET') return void response.writeHead(403).end()
  response.writeHead(200, { 'content-length': size, etag: '"1"' })
  pipeline(createReadStream(file), response).catch((error: unknown) => console.error(error))
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`))
