// A real S3 server from the registry, on a free port: it checks signatures, and stores in a temporary directory.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface S3rver {
  configureBuckets(): Promise<unknown>
  run(): Promise<{ readonly address: string; readonly port: number }>
  close(): Promise<void>
}

const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => S3rver

/** What the server knows. */
export const s3Credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' } as const
export const s3Bucket = 'exports'

export interface S3Server {
  /** Origin. */
  readonly endpoint: string
  /** The names of all objects that are there as a whole. */
  objects(): Promise<readonly string[]>
  close(): Promise<void>
}

export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'symbolon-s3-'))
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: s3Bucket }] })
  await server.configureBuckets()
  const { port } = await server.run()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async objects() {
      const files = await readdir(join(directory, s3Bucket), { recursive: true })
      return files
        .filter((file) => file.endsWith('._S3rver_object'))
        .map((file) => file.slice(0, -'._S3rver_object'.length))
        .sort()
    },
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
