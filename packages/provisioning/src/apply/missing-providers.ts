// Identity providers that a document names and that do not exist. They are not references: a provider may come later in the document, belong to
// the instance, or be in code. So they are looked up at the end of the document, and each one that is missing becomes a row.
import type { DirectoryStore } from '@symbolon/core-protocol'
import type { DocumentPiece } from '../desired/document-piece.ts'
import { entryPath } from '../desired/document-piece.ts'
import type { ApplyEntry } from '../report/apply-report.ts'

/** Tracks which identity providers the links and login policies of a document name. */
export interface MissingProviders {
  learn(piece: DocumentPiece): void
  /**
   * The providers of the document count as stored, as in a dry run.
   * @param all whether providers of other organizations count. To a caller without rights in the instance they do not exist
   * @returns a row for each organization, member and provider that does not exist
   */
  rows(all: boolean): Promise<readonly ApplyEntry[]>
}

interface Mention {
  readonly orgId: string
  readonly idpId: string
  /** The first place. */
  readonly path: string
  count: number
}

/** The most combinations of an organization and a provider that are remembered. */
const mostMentions = 20_000

/** @param inCode the ids of the identity providers that the login has in code */
export function missingProviders(directory: Pick<DirectoryStore, 'find'>, inCode: readonly string[]): MissingProviders {
  const mentions = new Map<string, Mention>()
  const defined = new Set(inCode)

  const mention = (orgId: string, member: string, idpId: string, path: () => string): void => {
    const name = JSON.stringify([orgId, member, idpId])
    const known = mentions.get(name)
    if (known !== undefined) known.count += 1
    else if (mentions.size < mostMentions) mentions.set(name, { orgId, idpId, path: path(), count: 1 })
  }

  return {
    learn(piece) {
      const { orgId, loginPolicy, humanUsers = [], userLinks = [], oidcIdps = [], jwtIdps = [] } = piece.org
      for (const { idpId, state } of [...oidcIdps, ...jwtIdps]) if (state !== 'STATE_REMOVED') defined.add(idpId)
      for (const [index, { idpId }] of (loginPolicy?.idps ?? []).entries()) {
        mention(orgId, 'loginPolicy', idpId, () => `${piece.path}.loginPolicy.idps[${index}].idpId`)
      }
      for (const [index, { idpId, state }] of userLinks.entries()) {
        if (state !== 'STATE_REMOVED') mention(orgId, 'userLinks', idpId, () => `${entryPath(piece, 'userLinks', index)}.idpId`)
      }
      for (const [index, { user, state }] of humanUsers.entries()) {
        if (state === 'USER_STATE_DELETED') continue
        for (const [place, { configId }] of (user.idps ?? []).entries()) {
          mention(orgId, 'humanUsers', configId, () => `${entryPath(piece, 'humanUsers', index)}.user.idps[${place}].configId`)
        }
      }
    },
    async rows(all) {
      const asked = [...new Set([...mentions.values()].map(({ idpId }) => idpId))].filter((id) => !defined.has(id))
      const owners = new Map<string, string | undefined>()
      for (let start = 0; start < asked.length; start += atOnce) {
        const references = asked
          .slice(start, start + atOnce)
          .flatMap((id) => (['oidcIdp', 'jwtIdp', 'instanceOidcIdp'] as const).map((kind) => ({ kind, key: [id] })))
        for (const { key, orgId } of await directory.find(references)) owners.set(key[0] ?? '', orgId)
      }
      const exists = ({ orgId, idpId }: Mention): boolean =>
        defined.has(idpId) || (owners.has(idpId) && (all || [undefined, orgId].includes(owners.get(idpId))))
      return [...mentions.values()]
        .filter((mentioned) => !exists(mentioned))
        .map(({ orgId, path, count }) => ({ path, kind: 'member', key: [], orgId, action: 'notice', reason: 'idp_missing', count }))
    },
  }
}

const atOnce = 150
