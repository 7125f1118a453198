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
  symbolon keys list       the signing keys
  symbolon keys rotate     make new signing keys; they sign once clients have had time to learn of them
  symbolon keys revoke KID take a key away at once, in an emergency: nothing that it signed counts any more
      --server URL         as above
  symbolon --help          this text
  symbolon --version       the version

Settings, from the environment
${rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')}

Durations are a number and a unit: 45s, 30m, 12h, 10d.
Exit codes: 0 done, 1 could not start or apply, 2 applied in part (the report names what was refused).
`
}
