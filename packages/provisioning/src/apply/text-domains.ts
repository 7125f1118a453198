// The domains to which the texts of an organization may link: its verified domains, once the document is applied.
import { domainsOfTexts, leadsHome } from '@symbolon/core-protocol'
import type { DirectoryStore } from '@symbolon/core-protocol'
import type { DesiredResource } from '../desired/desired-resource.ts'

/** The verified domains of a run. */
export interface TextDomains {
  /** Learns the verified domains among resources that the document brings. A mail checks its texts again. */
  learn(resources: readonly DesiredResource[]): void
  /**
   * @param texts by the names of their members
   * @returns the names of those that lead elsewhere than to the issuer or to a verified domain of the organization
   * @throws the errors of the directory
   */
  foreign(orgId: string, texts: ReadonlyMap<string, string>): Promise<readonly string[]>
}

/** @param issuerHost with or without a port */
export function textDomains({
  directory,
  issuerHost,
}: {
  readonly directory: Pick<DirectoryStore, 'find'>
  readonly issuerHost: string
}): TextDomains {
  const learned = new Set<string>()
  const { hostname } = new URL(`https://${issuerHost}`)
  return {
    learn(resources) {
      for (const { kind, key, removed, content } of resources)
        if (kind === 'orgDomain' && !removed && content['isVerified'] === true) learned.add(key.join('/'))
    },
    async foreign(orgId, texts) {
      const candidates = domainsOfTexts([...texts.values()])
      const references = candidates.map((domain) => ({ kind: 'orgDomain' as const, key: [orgId, domain] }))
      const stored = references.length === 0 ? [] : await directory.find(references)
      const verified = stored.filter(({ content }) => content['isVerified'] === true).map(({ key: [, domain = ''] }) => domain)
      const domains = new Set([...verified, ...candidates.filter((domain) => learned.has(`${orgId}/${domain}`))])
      return [...texts].filter(([, text]) => !leadsHome(text, hostname, domains)).map(([member]) => member)
    },
  }
}
