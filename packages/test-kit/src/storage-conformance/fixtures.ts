// Minimal resources of documents.
import type { AuthorizationCode, DirectoryStore, Resource, ResourceReference, ResourceSecrets } from '@symbolon/core-protocol'

type Content = Readonly<Record<string, unknown>>

/** An organization. */
export function org(orgId: string, state?: string): Resource {
  return {
    kind: 'org',
    key: [orgId],
    orgId,
    content: { orgId, org: { name: `Org ${orgId}` }, ...(state === undefined ? {} : { orgState: state }) },
  }
}

/** A domain of an organization, verified and primary unless `flags` say otherwise. */
export function domain(orgId: string, domainName: string, flags: Content = { isVerified: true, isPrimary: true }): Resource {
  return { kind: 'orgDomain', key: [orgId, domainName], orgId, content: { orgId, domainName, ...flags } }
}

/** A person. @param more members that replace or extend the usual ones */
export function human(orgId: string, userId: string, userName: string, more: HumanMembers = {}): Resource {
  const { user, state, secrets } = more
  return {
    kind: 'humanUser',
    key: [userId],
    orgId,
    content: {
      userId,
      user: { userName, profile: { firstName: 'Ada', lastName: 'Byron' }, ...user },
      ...(state === undefined ? {} : { state }),
    },
    ...(secrets === undefined ? {} : { secrets }),
  }
}

/** What a test changes of a person. */
export interface HumanMembers {
  readonly user?: Content
  readonly state?: string
  readonly secrets?: ResourceSecrets
}

/** A service user. @param more members next to `userId` and `user` */
export function machine(orgId: string, userId: string, userName: string, more: Content = {}, secrets?: ResourceSecrets): Resource {
  return {
    kind: 'machineUser',
    key: [userId],
    orgId,
    content: { userId, user: { userName, name: `Robot ${userName}` }, ...more },
    ...(secrets === undefined ? {} : { secrets }),
  }
}

/** A project. @param flags members of `project` */
export function project(orgId: string, projectId: string, flags: Content = {}, state?: string): Resource {
  return {
    kind: 'project',
    key: [projectId],
    orgId,
    content: { projectId, project: { name: `Project ${projectId}`, ...flags }, ...(state === undefined ? {} : { state }) },
  }
}

/** An OpenID Connect application. @param app members of `app`; `more` holds members next to `app` */
export function oidcApp(
  orgId: string,
  projectId: string,
  appId: string,
  app: Content = {},
  more: Content = {},
  secrets?: ResourceSecrets,
): Resource {
  return {
    kind: 'oidcApp',
    key: [appId],
    orgId,
    content: { appId, app: { projectId, name: `App ${appId}`, ...app }, clientId: `${appId}@client`, ...more },
    ...(secrets === undefined ? {} : { secrets }),
  }
}

/** An API application. @param app members of `app`; `more` holds members next to `app` */
export function apiApp(orgId: string, projectId: string, appId: string, app: Content = {}, more: Content = {}): Resource {
  return {
    kind: 'apiApp',
    key: [appId],
    orgId,
    content: { appId, app: { projectId, name: `API ${appId}`, ...app }, clientId: `${appId}@client`, ...more },
  }
}

/** A public key of an application. */
export function appKey(orgId: string, appId: string, keyId: string, publicKey: string, more: Content = {}): Resource {
  return { kind: 'appKey', key: [keyId], orgId, content: { id: keyId, appId, type: 'KEY_TYPE_JSON', publicKey, ...more } }
}

/** A public key of a service user. */
export function machineKey(orgId: string, userId: string, keyId: string, publicKey: string, more: Content = {}): Resource {
  return { kind: 'machineKey', key: [keyId], orgId, content: { keyId, userId, type: 'KEY_TYPE_JSON', publicKey, ...more } }
}

/** A project that is granted to another organization, with the role `r`. */
export function projectGrant(orgId: string, projectId: string, grantId: string, grantedOrgId: string, state?: string): Resource {
  return {
    kind: 'projectGrant',
    key: [grantId],
    orgId,
    content: { grantId, projectGrant: { projectId, grantedOrgId, roleKeys: ['r'] }, ...(state === undefined ? {} : { state }) },
  }
}

/** The role `r` of a project for a user. @param projectGrantId of a granted project */
export function userGrant(orgId: string, userId: string, projectId: string, projectGrantId = '', state?: string): Resource {
  return {
    kind: 'userGrant',
    key: [userId, projectId, projectGrantId],
    orgId,
    content: {
      userId,
      projectId,
      roleKeys: ['r'],
      ...(projectGrantId === '' ? {} : { projectGrantId }),
      ...(state === undefined ? {} : { state }),
    },
  }
}

/** A member of an organization with the role `ORG_OWNER`. */
export function orgMember(orgId: string, userId: string): Resource {
  return { kind: 'orgMember', key: [orgId, userId], orgId, content: { userId, roles: ['ORG_OWNER'] } }
}

/** A personal access token of a service user. */
export function personalAccessToken(orgId: string, userId: string, tokenId: string, tokenDigest: string): Resource {
  return { kind: 'personalAccessToken', key: [tokenId], orgId, content: { tokenId, userId, scopes: ['openid'] }, secrets: { tokenDigest } }
}

/** A link from a user to an account at an identity provider. */
export function link(orgId: string, userId: string, idpId: string, providedUserId: string): Resource {
  return { kind: 'userLink', key: [userId, idpId, providedUserId], orgId, content: { userId, idpId, providedUserId } }
}

/** A passkey that signs in alone. @param content members that replace or extend the usual ones */
export function passkeyResource(orgId: string, userId: string, credentialId: string, content: Content = {}): Resource {
  return {
    kind: 'passkey',
    key: [credentialId],
    orgId,
    content: {
      credentialId,
      userId,
      userHandle: `handle-of-${userId}`,
      rpId: 'id.example',
      publicKey: 'pQECAyYgASFYIA',
      algorithm: 'ES256',
      transports: ['internal', 'hybrid'],
      aaguid: '00000000-0000-0000-0000-000000000000',
      backupEligible: true,
      uvInitialized: true,
      discoverable: true,
      createdBy: 'user',
      name: 'Passkey',
      creationDate: '1970-01-01T00:00:01Z',
      ...content,
    },
  }
}

/** An identity provider of OpenID Connect. @param idp members that replace or extend the usual ones */
export function oidcIdp(orgId: string, idpId: string, idp: Content = {}, secrets?: ResourceSecrets): Resource {
  return {
    kind: 'oidcIdp',
    key: [idpId],
    orgId,
    content: { idpId, idp: { name: `Provider ${idpId}`, issuer: `https://${idpId}.test`, clientId: 'symbolon', ...idp } },
    ...(secrets === undefined ? {} : { secrets }),
  }
}

/** @returns the reference to a resource */
export function reference({ kind, key }: ResourceReference): ResourceReference {
  return { kind, key }
}

/** What is stored, without its times. */
export async function findAsPut(directory: DirectoryStore, references: readonly ResourceReference[]): Promise<readonly Resource[]> {
  return (await directory.find(references)).map(({ createdAt: _, changedAt: __, ...resource }) => resource)
}

/** A new public key as documents carry it: base64 of a PEM text. */
export async function publicKey(algorithm: 'RS256' | 'ES256' | 'EdDSA'): Promise<string> {
  const { publicKey: key } = await generate(algorithm)
  const body = base64(new Uint8Array(await crypto.subtle.exportKey('spki', key))).replace(/(.{64})/g, '$1\n')
  // Exports use this label for keys of every type.
  return btoa(`-----BEGIN RSA PUBLIC KEY-----\n${body}\n-----END RSA PUBLIC KEY-----\n`)
}

/** A new RSA key in PKCS #1 form, as the label says. https://www.rfc-editor.org/rfc/rfc8017#appendix-A.1.1 */
export async function rsaPublicKey(): Promise<string> {
  const { publicKey: key } = await generate('RS256')
  const spki = new Uint8Array(await crypto.subtle.exportKey('spki', key))
  // SubjectPublicKeyInfo of RSA-2048: 24 bytes stand before the RSAPublicKey.
  return btoa(`-----BEGIN RSA PUBLIC KEY-----\n${base64(spki.subarray(24))}\n-----END RSA PUBLIC KEY-----\n`)
}

async function generate(algorithm: 'RS256' | 'ES256' | 'EdDSA'): Promise<CryptoKeyPair> {
  const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) }
  if (algorithm === 'RS256') return crypto.subtle.generateKey(rsa, true, ['sign', 'verify'])
  if (algorithm === 'ES256') return crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const pair = await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify'])
  if (!('publicKey' in pair)) throw new TypeError('No key pair')
  return pair
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** An authorization code that is issued at 1000 and expires at 2000. */
export function authorizationCode(digest: string, more: Partial<AuthorizationCode> = {}): AuthorizationCode {
  return {
    digest,
    authorizationId: 'a1',
    clientId: 'c1',
    redirectUri: 'https://rp.test/cb',
    userId: 'u1',
    sessionId: 's1',
    scope: ['openid'],
    authenticatedAt: 500,
    amr: ['pwd'],
    acr: '1',
    issuedAt: 1000,
    expiresAt: 2000,
    rememberedUntil: 9000,
    ...more,
  }
}
