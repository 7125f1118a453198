// Leaves credentials out of a piece unless the caller requests them. Otherwise a document from another system could add keys and tokens
// that open this instance. One row of the ledger counts each kind.
import type { DocumentPiece } from '@symbolon/provisioning'
import type { OidcIdp } from '@symbolon/schema-v2'
import { credentialLists } from '../document-lists.ts'
import { ledgerRow } from './rows.ts'
import type { ImportRow } from './rows.ts'

/** @returns the ids of the identity providers of the piece whose client secret an import without credentials leaves out */
export function providersWithSecret({ org: { oidcIdps = [] } }: DocumentPiece): readonly string[] {
  return oidcIdps.flatMap(({ idpId, idp }) => (idp.clientSecret === undefined ? [] : [idpId]))
}

/**
 * @returns the piece without keys, passkeys, tokens, client secrets and their digests; `onRow` is called with a row for each kind that was left out
 */
export function withoutCredentials(piece: DocumentPiece, onRow: (row: ImportRow) => void): DocumentPiece {
  const { org, path } = piece
  const say = (name: string, count: number): void => {
    if (count > 0) onRow(ledgerRow(`${path}.${name}`, 'needs_credentials', count))
  }
  const { appKeys = [], machineKeys: _machineKeys, personalAccessTokens: _tokens, passkeys: _passkeys, ...others } = org
  for (const name of credentialLists) say(name, org[name]?.length ?? 0)
  const { oidcApps, apiApps, machineUsers, oidcIdps } = others
  const secrets = [
    ['oidcApps', oidcApps],
    ['apiApps', apiApps],
    ['machineUsers', machineUsers],
  ] as const
  for (const [name, holders] of secrets) {
    say(`${name}[*].clientSecret`, holders?.filter(({ clientSecret }) => clientSecret !== undefined).length ?? 0)
    say(`${name}[*].clientSecretHash`, holders?.filter(({ clientSecretHash }) => clientSecretHash !== undefined).length ?? 0)
  }
  say('oidcIdps[*].idp.clientSecret', oidcIdps?.filter(({ idp }) => idp.clientSecret !== undefined).length ?? 0)
  return {
    ...piece,
    // A client id is not secret, and some documents name it only here.
    clientIds: appKeys.map(({ appId, clientId }) => ({ appId, clientId })),
    org: {
      ...others,
      ...(oidcApps === undefined ? {} : { oidcApps: oidcApps.map(withoutClientSecret) }),
      ...(apiApps === undefined ? {} : { apiApps: apiApps.map(withoutClientSecret) }),
      ...(machineUsers === undefined ? {} : { machineUsers: machineUsers.map(withoutClientSecret) }),
      ...(oidcIdps === undefined ? {} : { oidcIdps: oidcIdps.map(withoutIdpSecret) }),
    },
  }
}

function withoutIdpSecret({ idp: { clientSecret: _secret, ...idp }, ...entry }: OidcIdp): OidcIdp {
  return { ...entry, idp }
}

type SecretName = 'clientSecret' | 'clientSecretHash' | 'formerClientSecretHash' | 'formerClientSecretUntil'

function withoutClientSecret<T extends { readonly [name in SecretName]?: unknown }>({
  clientSecret: _secret,
  clientSecretHash: _hash,
  formerClientSecretHash: _former,
  formerClientSecretUntil: _until,
  ...entry
}: T): Omit<T, SecretName> {
  return entry
}
