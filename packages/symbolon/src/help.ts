// The text of `symbolon --help`.
import { settings } from './settings.ts'

export function helpText(): string {
  const rows = settings.map(({ name, form, description, default: standard }) => [
    `${name}=${form}`,
    standard === undefined || description.includes('default') ? description : `${description}; default ${standard}`,
  ] as const)
  const width = Math.max(...rows.map(([left]) => left.length))
  return `symbolon: an OpenID Provider and OAuth 2.0 authorization server

Usage
  symbolon                 start the service
  symbolon apply FILE      bring the instance to what a document says, then exit
      --server URL         do it through a running server, with the token in SYMBOLON_TOKEN
      --dry-run            report what would be done, and change nothing
  symbolon export [FILE]   write organizations to a file that its owner alone may read, or to standard output
      --force              replace FILE if it exists
      --org ID             this organization alone; may be repeated
      --exclude-org ID     all but this one; may be repeated
      --with-passwords     with the hashes of passwords
      --with-otp           with the secrets of authenticator apps
      --with-credentials   with keys, and digests of secrets and tokens
      --server URL         as above
  symbolon import FILE     take the organizations of a file over; what is there stays as it is
      --v1                 the file comes from the first generation
      --update             change what is there and differs
      --with-credentials   also keys, secrets and digests
      --dry-run            as above
      --server URL         as above
  symbolon keys list       the signing keys
  symbolon keys rotate     make new signing keys; they sign once clients have had time to learn of them
  symbolon keys revoke KID take a key away at once, in an emergency: nothing that it signed counts any more
      --server URL         as above
  symbolon --help          this text
  symbolon --version       the version

Settings, from the environment
${rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')}

Durations are a number and a unit: 45s, 30m, 12h, 10d.
Exit codes: 0 done, 1 could not start, apply, export or import, 2 applied or imported in part (the report names what was refused).
`
}
