// Where the texts of mails lead that organizations have written. Pure.
import { domainsAbove, linkHostsIn } from './link-hosts.ts'

/** `{{.Name}}` in a text, in whose place a mail has a value. */
const placeholder = /\{\{\s*\.\w{1,40}\s*\}\}/g

/** Stands for the values of a text, which are not known before a mail is written, or come from users. */
const anyValue = 'value'

/** Hosts beyond these count as foreign, so that the domains of a text are looked up at once. */
const mostHosts = 50

/** @returns the domains of which one must be the organization's for each host that the texts lead to: the hosts, and the domains above them */
export function domainsOfTexts(texts: readonly string[]): readonly string[] {
  const hosts = texts.flatMap((text) => linkHostsIn(withAnyValue(text)))
  return [...new Set([...new Set(hosts)].slice(0, mostHosts).flatMap(domainsAbove))]
}

/**
 * @param issuerHost without a port
 * @param domains those that the organization has verified
 * @returns whether a text leads nowhere but to the issuer and to the domains. A value within an address could make it lead elsewhere.
 */
export function leadsHome(text: string, issuerHost: string, domains: ReadonlySet<string>): boolean {
  return linkHostsIn(withAnyValue(text)).every((host) => host === issuerHost || domainsAbove(host).some((domain) => domains.has(domain)))
}

function withAnyValue(text: string): string {
  return text.replaceAll(placeholder, anyValue)
}
