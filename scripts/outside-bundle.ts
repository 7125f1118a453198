/** What the bundle of the command leaves outside: dependencies or optional peers of `symbolon`. */
export const outsideBundle: readonly string[] = [
  // Native code.
  '@node-rs/argon2',
  '@node-rs/bcrypt',
  'libsql',
  // Some packages of this client are published without the text of their licence.
  '@libsql/client',
  // The SDK of the operator registers itself there.
  '@opentelemetry/api',
  // Installed where the operator uses a bucket.
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
  '@google-cloud/storage',
  'google-auth-library',
]
