// Ends two uploads and a download in the middle, when it reads a line, and has nothing else to wait for. Arguments: endpoint, key file
// as base64.
import { once } from 'node:events'
import { gcsStorage } from '../../src/index.ts'
import { bytes } from '../chunks.ts'

const [endpoint = '', serviceAccountJson = ''] = process.argv.slice(2)
const storage = gcsStorage({ endpoint, tokenEndpoint: `${endpoint}/token` })
const object = async (path: string) => await storage.open({ bucket: 'exports', path, serviceAccountJson })
const end = new AbortController()

async function download(signal: AbortSignal): Promise<void> {
  for await (const _ of (await object('silent')).read(signal)) process.stdout.write('reading\n')
}

const outcomes = Promise.allSettled([
  (await object('busy')).write(bytes(9), end.signal),
  (await object('silent')).write(bytes(9), end.signal),
  download(end.signal),
])
await once(process.stdin, 'data')
end.abort(new Error('broken off'))
const messages = (await outcomes).map((outcome) =>
  outcome.status === 'rejected' && outcome.reason instanceof Error ? outcome.reason.message : outcome.status,
)
process.stdout.write(`${messages.join(', ')}\n`)
