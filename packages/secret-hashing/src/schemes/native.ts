// The native libraries, which are optional peers: a server without passwords needs none of them. Turbopack, the bundler of
// Next.js, fails a build for a missing one unless the import says that it is optional.

/** The functions of @node-rs/argon2 that are used. */
interface Argon2Library {
  readonly hash: (secret: Uint8Array, options: Argon2Options) => Promise<string>
  readonly verify: (hash: string, secret: Uint8Array) => Promise<boolean>
}

interface Argon2Options {
  readonly algorithm: number
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
  readonly outputLen: number
}

/** The functions of @node-rs/bcrypt that are used. */
interface BcryptLibrary {
  readonly verify: (secret: Uint8Array, hash: string) => Promise<boolean>
}

/** @throws TypeError with the code `library_missing`, and the name of the package to install */
export async function argon2Library(): Promise<Argon2Library> {
  return await installed('@node-rs/argon2', import(/* turbopackOptional: true */ '@node-rs/argon2'))
}

/** @throws TypeError with the code `library_missing`, and the name of the package to install */
export async function bcryptLibrary(): Promise<BcryptLibrary> {
  return await installed('@node-rs/bcrypt', import(/* turbopackOptional: true */ '@node-rs/bcrypt'))
}

async function installed<T>(name: string, library: Promise<T>): Promise<T> {
  try {
    return await library
  } catch (error) {
    // The second code is that of bundlers.
    const isMissing = error instanceof Error && 'code' in error && /^(?:ERR_)?MODULE_NOT_FOUND$/.test(String(error.code))
    if (!isMissing) throw error
    const message = `@symbolon/secret-hashing needs the package ${name}, which is not installed: npm install ${name}`
    throw Object.assign(new TypeError(message, { cause: error }), { code: 'library_missing' })
  }
}
