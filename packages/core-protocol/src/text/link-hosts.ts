// The hosts to which a plain text leads once a mail program turns its addresses into links, which it does unasked: URLs, host names and mail
// addresses. Pure.

/** Characters that are not shown, by which a host would be hidden from this search and not from a mail program. */
const ignorable = /\p{Default_Ignorable_Code_Point}+/gu

/** A URL with an authority. Browsers take a backslash for a slash. https://url.spec.whatwg.org/#special-authority-slashes-state */
const url = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:[/\\]+/gi

/** A name of at least two labels, the last of which has two characters or more and begins with a letter: not `z.B`, and not `3.50`. */
const name = /(?<![\p{L}\p{N}\p{M}_.-])(?:[\p{L}\p{N}\p{M}_-]+\.)+\p{L}[\p{L}\p{N}\p{M}_-]+/gu

const ipv4 = /(?<![0-9.])[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?![0-9.])/g

/**
 * @param text without HTML
 * @returns the hosts in ASCII and lower case, each once; an address that has no valid host is returned as it is written
 */
export function linkHostsIn(text: string): readonly string[] {
  const hosts = new Set<string>()
  for (const word of text.replace(ignorable, '').split(/\s+/u)) {
    const starts = [...word.matchAll(url)].map(({ index }) => index)
    const [first = word.length] = starts
    const before = word.slice(0, first)
    for (const [found] of [...before.matchAll(name), ...before.matchAll(ipv4)]) hosts.add(hostOf(`http://${found}`) ?? found)
    for (const [position, start] of starts.entries()) {
      const address = word.slice(start, starts[position + 1]).replace(/["'<>].*$/s, '')
      hosts.add(hostOf(address.replace(/^[^:]*:/, 'http:')) ?? address)
    }
  }
  return [...hosts]
}

/** The host as a browser reads it, whatever the scheme is. */
function hostOf(address: string): string | undefined {
  const host = URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : ''
  return host === '' ? undefined : host
}

/** @returns the host and each domain above it that has at least two labels */
export function domainsAbove(host: string): readonly string[] {
  const labels = host.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
