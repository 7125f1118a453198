// The issuers of links. A link belongs to the issuer that its identity provider had when the link was made. Links of earlier releases do not say
// which one that was, nor do links that came before their provider: they get the issuer that they had so far before the provider gets another.
import type { Resource } from '@symbolon/core-protocol'
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { objectAt, parseContent, textAt } from '../documents/content.ts'
import type { Content } from '../documents/content.ts'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { chunks, chunkSize } from '../sql/chunks.ts'

/** Adds the issuer to links that have none, from the providers of the same change and from those that are stored. */
export async function withIssuersOfLinks(trx: Kysely<ResourceTables>, resources: readonly Resource[]): Promise<readonly Resource[]> {
  const lacking = resources.filter(isWithoutIssuer)
  if (lacking.length === 0) return resources
  const ids = [...new Set(lacking.map(({ key: [, idpId = ''] }) => idpId))]
  const issuers = new Map([...(await storedIssuers(trx, ids)), ...issuersOf(resources)])
  return resources.map((resource) => {
    const issuer = isWithoutIssuer(resource) ? issuers.get(resource.key[1] ?? '') : undefined
    return issuer === undefined ? resource : { ...resource, content: { ...resource.content, issuer } }
  })
}

/** Gives the links of a provider that gets another issuer the issuer that they had so far. One statement for each such provider. */
export async function keepIssuersOfLinks(trx: Transaction<ResourceTables>, resources: readonly Resource[]): Promise<void> {
  const next = new Map(issuersOf(resources))
  if (next.size === 0) return
  for (const [idpId, issuer] of await storedIssuers(trx, [...next.keys()])) {
    if (next.get(idpId) === issuer) continue
    const member = `{"issuer":${JSON.stringify(issuer)},`
    await trx
      .updateTable('user_links')
      // The content of a link is a JSON object with members.
      .set({ issuer, content: sql<string>`cast(${member} as text) || substr(content, 2)` })
      .where('idp_id', '=', idpId)
      .where('issuer', '=', '')
      .execute()
  }
}

function isWithoutIssuer({ kind, content }: Resource): boolean {
  return kind === 'userLink' && content['issuer'] === undefined
}

function issuersOf(resources: readonly Resource[]): readonly (readonly [string, string])[] {
  return resources.flatMap(({ kind, key: [idpId = ''], content }) =>
    kind === 'oidcIdp' || kind === 'jwtIdp' || kind === 'instanceOidcIdp' ? issuerOf(idpId, content) : [],
  )
}

/** A provider of the instance is used in place of one of an organization. */
async function storedIssuers(trx: Kysely<ResourceTables>, ids: readonly string[]): Promise<readonly (readonly [string, string])[]> {
  const found: (readonly [string, string])[] = []
  for (const table of ['identity_providers', 'instance_identity_providers'] as const) {
    for (const some of chunks(ids, chunkSize)) {
      const rows = await trx.selectFrom(table).select(['idp_id', 'content']).where('idp_id', 'in', some).execute()
      found.push(...rows.flatMap(({ idp_id: idpId, content }) => issuerOf(idpId, parseContent(content))))
    }
  }
  return found
}

function issuerOf(idpId: string, content: Content): readonly (readonly [string, string])[] {
  const issuer = textAt(objectAt(content, 'idp'), 'issuer')
  return issuer === undefined ? [] : [[idpId, issuer]]
}
