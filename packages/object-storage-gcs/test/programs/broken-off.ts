// Ends an upload and a download in the middle, and has nothing else to wait for. Arguments: endpoint, key file as base64.
import { gcsStorage } from '../../src/index.ts'
import { bytes } from '../chunks.ts'

const [endpoint = '', serviceAccountJson = ''] = process.argv.slice(2)
const storage = gcsStorage({ endpoint, tokenEndpoint: `${endpoint}/token` })
const object = async (path: string) => await storage.open({ bucket: 'exports', path, serviceAccountJson })

async function download(signal: AbortSignal): Promise<void> {
  for await (const chunk of (await object('silent')).read(signal)) if (chunk.byteLength === 0) break
}

const outcomes = await Promise.allSettled([
  (await object('busy')).write(bytes(9), AbortSignal.timeout(1000)),
  (await object('silent')).write(bytes(9), AbortSignal.timeout(1000)),
  download(AbortSignal.timeout(1000)),
])
const endedAt = Date.now()
const names = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason instanceof Error ? outcome.reason.name : outcome.status)
process.stdout.write(JSON.stringify({ endedAt, names }))
