// Native modules are loaded, not bundled.
export default { serverExternalPackages: ['@libsql/client', '@node-rs/argon2', '@node-rs/bcrypt', 'libsql'] }
