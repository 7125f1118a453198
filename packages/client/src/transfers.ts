// Imports and exports of whole organizations. An import is a job of the server, which continues when the client disconnects.
import type { OrgDocument } from '@symbolon/schema-v2'
import { listAt, pathOf } from './send.ts'
import type { Open, Send } from './send.ts'

/** An object of Google Cloud Storage. */
export interface GcsObject {
  readonly bucket: string
  readonly path: string
  /** Base64 of the key file. */
  readonly serviceaccountJson: string
}

/** An object of an S3-compatible bucket. */
export interface S3Object {
  readonly bucket: string
  readonly path: string
  readonly endpoint: string
  readonly ssl?: boolean
  readonly region?: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Where the document comes from: one of the members. A text holds the JSON of the document. */
export type ImportSource =
  | { readonly dataOrgs: OrgDocument | string }
  | { readonly dataOrgsv1: object | string }
  | { readonly dataOrgsGcs: GcsObject }
  | { readonly dataOrgsv1Gcs: GcsObject }
  | { readonly dataOrgsS3: S3Object }
  | { readonly dataOrgsv1S3: S3Object }

/** An import. */
export type ImportRequest = ImportSource & {
  /** Reports the changes without making them. */
  readonly dryRun?: boolean
  /** Updates existing objects that differ. */
  readonly update?: boolean
  /** Imports keys, passkeys, secrets and digests. */
  readonly withCredentials?: boolean
  /** 1 to 64 letters, digits, hyphens and underscores. An import with this id is continued. */
  readonly jobId?: string
  /** Such as `30s`, `10m` or `1h30m`. */
  readonly timeout?: string
}

/** The state and the numbers of an import. Times are RFC 3339 in UTC. */
export interface ImportJob {
  readonly jobId: string
  readonly state: 'waiting' | 'running' | 'completed' | 'stopped' | 'failed' | 'interrupted'
  readonly startedAt: string
  readonly updatedAt: string
  readonly source: string
  readonly dryRun: boolean
  readonly update: boolean
  readonly withCredentials: boolean
  readonly progress: {
    /** Of the document. */
    readonly bytes: number
    /** Entries that were read. */
    readonly objects: number
    /** Entries of which the result is known. */
    readonly settled: number
  }
  /** The number of entries by what became of them: `created`, `changed`, `same`, `kept`, `refused` … */
  readonly counts: Readonly<Record<string, number>>
  /** Why it failed. */
  readonly problem?: { readonly id: string; readonly message: string }
}

/** The outcome of each object. Lists without entries are absent. */
export interface ImportReport extends ImportJob {
  readonly errors?: readonly { readonly type: string; readonly id: string; readonly message: string }[]
  readonly success: { readonly orgs?: readonly { readonly orgId: string; readonly [list: string]: unknown }[] }
  readonly ledger?: readonly { readonly path: string; readonly reason: string; readonly advice: string; readonly count?: number }[]
  /** Secrets and ids that were generated. */
  readonly generated?: readonly Readonly<Record<string, unknown>>[]
}

/** Imports of documents. */
export interface Imports {
  /** Lists the most recent imports, up to this number (1 to 200, 50 by default); owners of the instance get the imports of all users. */
  list(limit?: number): Promise<readonly ImportJob[]>
  /** Starts an import, or continues the one with the id of the request, and does not wait for its end. */
  begin(request: ImportRequest): Promise<ImportJob>
  get(jobId: string): Promise<ImportJob>
  /**
   * Reads the state of the import until it has ended.
   * @param every milliseconds between two requests, 1000 by default
   */
  follow(jobId: string, every?: number): AsyncGenerator<ImportJob, void>
  /** Requests that a running import stops, which it does within some seconds. It continues when it is started again with the same id. */
  stop(jobId: string): Promise<ImportJob>
  /** @returns the whole report. It is as large as the document. */
  report(jobId: string): Promise<ImportReport>
}

/** Which organizations are exported, and what of them. */
export interface ExportRequest {
  /** All of them unless given. */
  readonly orgIds?: readonly string[]
  readonly excludedOrgIds?: readonly string[]
  /** With the hashes of passwords. */
  readonly withPasswords?: boolean
  /** With the secrets of authenticator apps. */
  readonly withOtp?: boolean
  /** With keys, passkeys, and digests of secrets and tokens. */
  readonly withCredentials?: boolean
  /** Such as `30s`, `10m` or `1h30m`. */
  readonly timeout?: string
}

/** The content that was written into a bucket. */
export interface WrittenExport {
  readonly bucket: string
  readonly path: string
  readonly bytes: number
  readonly sha256: string
  /** Objects by the list of the document. */
  readonly counts: Readonly<Record<string, number>>
  /** References to objects that are not in the document. */
  readonly ledger?: readonly unknown[]
}

/** Exports of organizations. */
export interface Exports {
  /** @returns the document */
  read(request?: ExportRequest): Promise<OrgDocument>
  /** @returns the JSON of the document while it is written, for one that is larger than memory */
  stream(request?: ExportRequest): Promise<ReadableStream<Uint8Array>>
  /** Writes the document into a bucket. */
  write(request: ExportRequest & ({ readonly gcsOutput: GcsObject } | { readonly s3Output: S3Object })): Promise<WrittenExport>
}

/** @returns the operations on imports */
export function imports(send: Send): Imports {
  const path = '/imports'
  // The API responds as its documentation states.
  const get: Imports['get'] = async (jobId) => (await send({ method: 'GET', path: path + pathOf(jobId) })).body as ImportJob
  return {
    list: async (limit) => await listAt(send, path, { limit }),
    begin: async (body) => (await send({ method: 'POST', path, body })).body as ImportJob,
    get,
    async *follow(jobId, every = 1000) {
      for (let job = await get(jobId); ; job = await get(jobId)) {
        yield job
        if (job.state !== 'running' && job.state !== 'waiting') return
        await new Promise((resolve) => setTimeout(resolve, every))
      }
    },
    stop: async (jobId) => (await send({ method: 'POST', path: path + pathOf(jobId, 'stop') })).body as ImportJob,
    report: async (jobId) => (await send({ method: 'GET', path: path + pathOf(jobId, 'report') })).body as ImportReport,
  }
}

/** @returns the operations on exports */
export function exportsOf(send: Send, open: Open): Exports {
  const asked = (body: object) => ({ method: 'POST', path: '/exports', body }) as const
  return {
    read: async (request = {}) => (await send(asked(request))).body as OrgDocument,
    stream: async (request = {}) => (await open(asked(request))).body ?? new ReadableStream(),
    write: async (request) => (await send(asked(request))).body as WrittenExport,
  }
}
