// Members that export and import requests share: the time that the work may take, ids, and objects in buckets.
import type { GcsObject, S3Object } from '@symbolon/transfer'
import * as v from 'valibot'
import { envelope } from './envelope.ts'
import { parseGoDuration } from './go-duration.ts'

/** The time limit of a request without a timeout, in milliseconds: 10 minutes. */
export const usualTimeout = 600_000

const [shortest, longest] = [1_000_000n, 86_400_000_000_000n]

/** A Go duration in milliseconds. An empty one is the default, as some clients write what is unset. */
export const timeout: v.GenericSchema<unknown, number> = v.pipe(
  v.unknown(),
  v.rawTransform<unknown, number>(({ dataset, addIssue, NEVER }) => {
    if (dataset.value === '') return usualTimeout
    const nanoseconds = typeof dataset.value === 'string' && dataset.value.length <= 100 ? parseGoDuration(dataset.value) : undefined
    if (nanoseconds !== undefined && nanoseconds >= shortest && nanoseconds <= longest) return Number(nanoseconds / 1_000_000n)
    addIssue({ message: 'must be a duration from 1ms to 24h, such as 30s, 10m or 1h30m' })
    return NEVER
  }),
)

/** A boolean member. */
export const flag: v.GenericSchema<unknown, boolean> = v.boolean('must be true or false')

/** The same rule as for ids in documents. */
const identifier = v.pipe(
  v.string('must be a string'),
  v.check(
    (id) => id !== '' && id.length <= 200 && id.isWellFormed() && !/\p{Cc}/u.test(id),
    'must have 1 to 200 characters without control characters',
  ),
)
/** A list of ids. */
export const identifiers: v.GenericSchema<unknown, readonly string[]> = v.array(identifier, 'must be a list of ids')

function credential(longest: number): v.GenericSchema<unknown, string> {
  return v.pipe(
    v.string('must be a string'),
    v.check((text) => text.length <= longest && /^[\x21-\x7e]+$/.test(text), `must have 1 to ${longest} visible ASCII characters`),
  )
}

/** Without dots: a name with dots is also a host name. https://cloud.google.com/storage/docs/buckets#naming */
function bucket(form: RegExp): v.GenericSchema<unknown, string> {
  return v.pipe(v.string('must be a string'), v.regex(form, 'must be the name of a bucket: 3 to 63 lower-case letters, digits and hyphens'))
}

/**
 * A key is opaque to the storage and is not a path. Keys that other programs could read as a path are refused.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html
 */
const path = v.pipe(
  v.string('must be a string'),
  v.check(
    (key) =>
      key.isWellFormed() &&
      !/\p{Cc}/u.test(key) &&
      key.split('/').every((part) => part !== '' && part !== '.' && part !== '..') &&
      !/^[a-z0-9]+:\/\//i.test(key) &&
      new TextEncoder().encode(key).length <= 1024,
    'must be the name of an object: at most 1024 bytes, no control characters, no leading slash, no empty, "." or ".." part',
  ),
)

/** Base64 of a key file takes about 3 kB. */
const longestKeyFile = 32_768

/** An object in a bucket of Google Cloud Storage, with the key file of a service account. */
export const gcsObject: v.GenericSchema<unknown, GcsObject> = v.pipe(
  envelope({ path, bucket: bucket(/^[a-z0-9][a-z0-9_-]{1,61}[a-z0-9]$/), serviceaccount_json: credential(longestKeyFile) }),
  v.transform(({ serviceaccount_json: serviceAccountJson, ...object }) => ({ ...object, serviceAccountJson })),
)

/** An object in a bucket of a storage that speaks S3, with its endpoint and credentials. */
export const s3Object: v.GenericSchema<unknown, S3Object> = v.pipe(
  envelope({
    path,
    bucket: bucket(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/),
    endpoint: credential(300),
    ssl: v.optional(flag),
    region: v.optional(
      v.pipe(v.string('must be a string'), v.regex(/^[a-z0-9-]{1,32}$/, 'must be the name of a region, such as eu-central-1')),
    ),
    access_key_id: credential(200),
    secret_access_key: credential(200),
  }),
  v.transform(({ access_key_id: accessKeyId, secret_access_key: secretAccessKey, ssl, region, ...object }) => ({
    ...object,
    accessKeyId,
    secretAccessKey,
    ...(ssl === undefined ? {} : { ssl }),
    ...(region === undefined ? {} : { region }),
  })),
)
