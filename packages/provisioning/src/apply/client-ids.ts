// Documents of other products name the client id of an application only in the keys of the application, which come later. An application
// without a client id waits for the end of the document, unless its keys came before. A stored application keeps its client id.
import type { DesiredResource } from '../desired/desired-resource.ts'
import { pieceOf } from '../desired/document-piece.ts'
import type { DocumentPiece } from '../desired/document-piece.ts'
import { clientIdProblem } from '../validate/client-credentials.ts'

/** The client ids that the keys of applications name. */
export interface ClientIds {
  /** Remembers the client ids that the keys of a piece name. */
  learn(piece: DocumentPiece): void
  /** The piece without the applications whose keys may still come, and those applications. */
  split(piece: DocumentPiece): { readonly now: DocumentPiece; readonly later: readonly DocumentPiece[] }
  /** The resources, with the client ids that keys name for them. */
  given(resources: readonly DesiredResource[]): readonly DesiredResource[]
}

const lists = ['oidcApps', 'apiApps'] as const

/** @param wait false if all keys are known before the first application is taken */
export function clientIdsOfKeys(wait: boolean): ClientIds {
  /** By the id of the application. The first key counts. */
  const known = new Map<string, string>()

  return {
    learn({ org: { appKeys = [] }, clientIds = [] }) {
      for (const { appId, clientId } of [...appKeys, ...clientIds]) {
        if (clientId !== undefined && !known.has(appId) && clientIdProblem(clientId) === undefined) known.set(appId, clientId)
      }
    },
    split(piece) {
      if (!wait) return { now: piece, later: [] }
      const later: DocumentPiece[] = []
      let now = piece
      for (const member of lists) {
        const apps = piece.org[member] ?? []
        const waits = apps.map(({ appId, clientId, state }) => clientId === undefined && state !== 'STATE_REMOVED' && !known.has(appId))
        if (!waits.includes(true)) continue
        const indices = (waiting: boolean): readonly number[] => [...apps.keys()].filter((index) => waits[index] === waiting)
        later.push(pieceOf(piece, member, indices(true)))
        const { org, places } = pieceOf(piece, member, indices(false))
        now = { ...now, org: { ...now.org, ...org }, places: { ...now.places, ...places } }
      }
      return { now, later }
    },
    given: (resources) =>
      resources.map((resource) => {
        const { kind, key, content, generates } = resource
        const clientId = (kind === 'oidcApp' || kind === 'apiApp') && generates.includes('clientId') ? known.get(key[0] ?? '') : undefined
        if (clientId === undefined) return resource
        return { ...resource, content: { ...content, clientId }, generates: generates.filter((name) => name !== 'clientId') }
      }),
  }
}
