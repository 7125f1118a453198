// A stored resource as an entry of the document.
import { idpSecretPurpose, otpSecretPurpose } from '@symbolon/core-protocol'
import type { Resource, Sealing } from '@symbolon/core-protocol'
import type { ExportSelection } from './selection.ts'

type Entry = Readonly<Record<string, unknown>>

/** A stored resource as the entry of a document. Secrets are added by name, only if the caller requested them. */
export type AskedSecrets = Pick<ExportSelection, 'withPasswords' | 'withOtp' | 'withCredentials'>

/**
 * @param orgId the organization of the document that holds the entry
 * @returns the entry of a document for a stored resource, with the secrets that were requested
 */
export async function entryOf(stored: Resource, asked: AskedSecrets, sealing: Sealing, orgId: string): Promise<Entry> {
  const resource = { ...stored, content: withState(stored.kind, withRepeatedIds(stored)) }
  switch (resource.kind) {
    case 'humanUser':
      return await humanUser(resource, asked, sealing)
    case 'oidcIdp':
      return asked.withCredentials ? await oidcIdp(resource, sealing) : resource.content
    case 'oidcApp':
    case 'apiApp':
    case 'machineUser':
      return asked.withCredentials ? withClientSecret(resource) : resource.content
    case 'personalAccessToken':
      return asked.withCredentials ? withToken(resource) : resource.content
    case 'removedId':
      return removedId(resource, orgId)
    default:
      return resource.content
  }
}

/** The organization is named where it is not the one of the document: it is gone. */
function removedId({ key: [kind = '', id = ''], orgId }: Resource, holder: string): Entry {
  return { kind, id, ...(orgId === undefined || orgId === holder ? {} : { orgId }) }
}

async function humanUser({ key: [userId = ''], content, secrets = {} }: Resource, asked: AskedSecrets, sealing: Sealing): Promise<Entry> {
  const { passwordHash, sealedOtpSecret } = secrets
  const added = {
    ...(asked.withPasswords && passwordHash !== undefined ? { hashedPassword: { value: passwordHash } } : {}),
    ...(asked.withOtp && sealedOtpSecret !== undefined ? { otpCode: await sealing.open(sealedOtpSecret, otpSecretPurpose(userId)) } : {}),
  }
  return { ...content, user: { ...objectAt(content, 'user'), ...added } }
}

async function oidcIdp({ key: [idpId = ''], content, secrets = {} }: Resource, sealing: Sealing): Promise<Entry> {
  const { sealedIdpSecret } = secrets
  if (sealedIdpSecret === undefined) return content
  return { ...content, idp: { ...objectAt(content, 'idp'), clientSecret: await sealing.open(sealedIdpSecret, idpSecretPurpose(idpId)) } }
}

function withClientSecret({ content, secrets = {} }: Resource): Entry {
  const clientSecretHash = secrets.clientSecretDigest ?? secrets.clientSecretHash
  if (clientSecretHash === undefined) return content
  const { formerClientSecret: formerClientSecretHash, formerClientSecretUntil: until } = secrets
  return {
    ...content,
    clientSecretHash,
    ...(formerClientSecretHash === undefined ? {} : { formerClientSecretHash }),
    ...(until === undefined ? {} : { formerClientSecretUntil: new Date(Number(until)).toISOString() }),
  }
}

function withToken({ content, secrets = {} }: Resource): Entry {
  return secrets.tokenDigest === undefined ? content : { ...content, tokenDigest: secrets.tokenDigest }
}

function objectAt(content: Entry, name: string): object {
  const value = content[name]
  return typeof value === 'object' && value !== null ? value : {}
}

type Content = Resource['content']

/**
 * The state of a user is written always. Contents leave out that a user is active, but a document without a state leaves a user as it is: the
 * import of an export must switch a user on who is active here.
 */
function withState(kind: Resource['kind'], content: Content): Content {
  return kind === 'humanUser' || kind === 'machineUser' ? { state: 'USER_STATE_ACTIVE', ...content } : content
}

/**
 * Ids that the format repeats inside of an entry. Contents leave them out, because the id of the organization or of the entry is used.
 * Other readers need them: without `domainPolicy.orgId` the format's own check refuses the whole document, and a service user keeps its id
 * only with `user.userId`.
 */
export function withRepeatedIds({ kind, key: [id = '', name], content }: Resource): Content {
  switch (kind) {
    case 'orgDomain':
      return { ...content, orgId: id }
    case 'orgPolicy':
      return name === 'domainPolicy' ? { ...content, orgId: id } : content
    case 'machineUser':
      return { ...content, user: { ...userOf(content), userId: id } }
    default:
      return content
  }
}

function userOf({ user }: Content): object {
  return typeof user === 'object' && user !== null ? user : {}
}
