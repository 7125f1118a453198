// What the service can see of a document: the answers of every storage port that parts read, for everybody and everything in it.
// What changes none of these answers does nothing.
import { callerOf } from '@symbolon/permissions'
import { applyDocument, systemAuthority } from '@symbolon/provisioning'
import type { Authority } from '@symbolon/provisioning'
import { createSealing, digest, idpSecretPurpose, otpSecretPurpose } from '@symbolon/core-protocol'
import type { IdentityProvider, SecretHashing, Stores } from '@symbolon/core-protocol'
import { passkeyDocumentRules } from '@symbolon/login-passkey'
import { readDocument } from '@symbolon/schema-v2'
import { secretHashing } from '@symbolon/secret-hashing'
import { libsql } from '@symbolon/storage-libsql'
import { fullDocument } from '../../packages/schema-v2/test/full-document.ts'
import { pem, publicKey } from '../../packages/provisioning/test/keys.ts'

export type Json = Readonly<Record<string, unknown>>

const [org] = fullDocument.orgs ?? []
if (org === undefined) throw new Error('The full document has no organization')
const key = pem(await publicKey({ name: 'ECDSA', namedCurve: 'P-256' }))
export const otherKey = pem(await publicKey({ name: 'ECDSA', namedCurve: 'P-256' }))
const [human, machine, granted] = ['auth0|60425dc43519d90068f82973', '400000000000000002', '100000000000000002']
const bcryptHash = '$2b$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2'
const token = 'personal-access-token-of-full-entropy-0123'
const tokenDigest = digest('another-personal-access-token-0123456789')
const clientMetadata = { acme_note: 'kept' }
const former = { formerClientSecretHash: digest('former'), formerClientSecretUntil: '2099-01-01T00:00:00Z' }
const project = org.projects?.[0]?.projectId ?? ''

/** Its address and its text act together. */
const customLink = { customLink: 'https://shop.example/more', customLinkText: 'More' }

/** Every member of the format, at a value at which the others can act. */
export const effectsDocument: Json = {
  ...fullDocument,
  instance: {
    ...fullDocument.instance,
    privacyPolicy: { ...fullDocument.instance?.privacyPolicy, ...customLink },
    boundaryPolicy: {
      crossOrganizationData: 'RELATED_APPLICATIONS',
      trustedOrganizations: ['acme'],
      maxPersonalAccessTokenLifetime: '31536000s',
      maxKeyLifetime: '31536000s',
      maxUsersOfOrganization: 1,
      maxKeysOfOrganization: 1,
      maxMetadataOfOrganization: 1,
    },
    loginPolicy: {
      forceMfa: true,
      passwordCheckLifetime: '60s',
      secondFactors: [],
      multiFactors: [],
      allowExternalIdp: true,
      idps: [{ idpId: 'of-instance' }],
    },
  },
  orgs: [
    {
      ...org,
      loginPolicy: { ...org.loginPolicy, allowExternalIdp: true, forceMfa: true, secondFactorCheckLifetime: '60s' },
      privacyPolicy: { ...org.privacyPolicy, ...customLink },
      // Every screen that has a text of our pages.
      loginTexts: org.loginTexts?.map((texts) => ({
        selectAccountText: {},
        passwordText: {},
        verifyMfaOtpText: {},
        logoutText: {},
        footerText: {},
        mfaProvidersText: {},
        passwordlessText: {},
        verifyMfaU2fText: {},
        passwordlessPromptText: {},
        initMfaU2fText: {},
        initMfaPromptText: {},
        initMfaOtpText: {},
        passwordChangeText: {},
        initPasswordText: {},
        initializeUserText: {},
        emailVerificationText: {},
        registrationUserText: {},
        externalUserNotFoundText: {},
        externalRegistrationUserOverviewText: {},
        linkingUserPromptText: {},
        successLoginText: {},
        ...texts,
      })),
      domains: [
        ...(org.domains?.map((each) => ({ ...each, isPrimary: false })) ?? []),
        { domainName: 'second.example', isVerified: true, isPrimary: true },
      ],
      humanUsers: [
        ...(org.humanUsers?.map(({ userId, user: { hashedPassword: _hash, ...user } }) => ({
          userId,
          state: 'USER_STATE_INACTIVE',
          user: { ...user, idps: user.idps?.map((each) => ({ ...each, externalUserId: 'x-2' })) },
        })) ?? []),
        {
          userId: 'hashed',
          user: { userName: 'hashed', profile: { firstName: 'H', lastName: 'H' }, hashedPassword: { value: bcryptHash } },
        },
        {
          userId: 'plain',
          user: {
            userName: 'plain',
            profile: { firstName: 'P', lastName: 'P' },
            email: { email: 'plain@shop.example' },
            phone: { phone: '+41440000000' },
          },
        },
      ],
      machineUsers: [
        ...(org.machineUsers?.map(({ clientSecretHash: _hash, ...user }) => user) ?? []),
        { userId: 'digested', user: { userName: 'digested', name: 'Digested' }, clientSecretHash: digest('x'), ...former },
      ],
      machineKeys: org.machineKeys?.map((each) => ({ ...each, publicKey: key })),
      removedIds: [{ kind: 'user', id: 'removed-earlier' }],
      personalAccessTokens: [
        { tokenId: 'clear', userId: machine, token, scopes: ['openid'], expirationDate: '2099-01-01T00:00:00Z' },
        { tokenId: 'digested', userId: machine, tokenDigest },
      ],
      projects: [
        ...(org.projects?.map((each) => ({ ...each, project: { ...each.project, projectRoleCheck: true } })) ?? []),
        { projectId: 'closed', project: { name: 'Closed', hasProjectCheck: true } },
      ],
      projectRoles: [...(org.projectRoles ?? []), { projectId: project, roleKey: 'writer' }],
      oidcApps: [
        ...(org.oidcApps?.map(({ state: _state, clientSecretHash: _hash, ...app }) => ({
          ...app,
          app: { ...app.app, grantTypes: [...(app.app.grantTypes ?? []), 'OIDC_GRANT_TYPE_DEVICE_CODE'] },
        })) ?? []),
        {
          appId: 'hashed',
          clientId: 'hashed',
          clientSecretHash: digest('y'),
          ...former,
          clientMetadata,
          app: { projectId: 'closed', name: 'hashed' },
        },
      ],
      apiApps: [
        ...(org.apiApps ?? []),
        {
          appId: 'hashed-api',
          clientId: 'hashed-api',
          clientSecretHash: digest('z'),
          clientMetadata,
          ...former,
          app: { projectId: project, name: 'hashed' },
        },
      ],
      appKeys: [
        ...(org.appKeys?.map((each) => ({ ...each, publicKey: key })) ?? []),
        { id: 'web-key', appId: '300000000000000001', publicKey: key },
      ],
      userGrants: [{ userId: human, projectId: project, roleKeys: ['reader', 'writer'] }],
    },
    {
      orgId: granted,
      org: { name: 'Granted' },
      loginPolicy: { forceMfaLocalOnly: true, multiFactors: ['MULTI_FACTOR_TYPE_U2F_WITH_VERIFICATION'] },
      humanUsers: [{ userId: 'guest', user: { userName: 'guest', profile: { firstName: 'G', lastName: 'G' } } }],
      userGrants: [{ userId: 'guest', projectId: project, projectGrantId: '800000000000000001', roleKeys: ['reader'] }],
    },
  ],
}

const messageLists = ['initMessages', 'inviteUserMessages', 'passwordResetMessages', 'verifyEmailMessages'] as const

const names = [
  'messageTexts',
  'directory',
  'clients',
  'users',
  'passwords',
  'oneTimeCodes',
  'policies',
  'userMetadata',
  'userGrants',
  'memberships',
  'personalAccessTokens',
  'identityProviders',
  'userLinks',
  'passkeys',
] as const
const now = Date.UTC(2026, 0, 2)
const sealing = await createSealing(new Uint8Array(32).fill(7))
/** Hashes that are the same in each run, so that runs can be compared. */
const hashing: SecretHashing = { ...secretHashing(), hash: async (secret) => `test:${digest(secret)}` }

const userIds = [human, machine, 'hashed', 'plain', 'digested', 'guest']
const clientIds = ['shop@web', 'shop@api', 'hashed', 'hashed-api', machine, 'digested']
const loginNames = ['ann', 'ann@shop.example', 'ann@second.example', '+41790000000', 'plain', 'plain@shop.example', '+41440000000', 'guest']
/** Of every form that an application may list in `additionalOrigins`. */
export const originForms: readonly string[] = [
  'https://other.example',
  'https://other.example:8443',
  'http://localhost:3000',
  'http://tauri.localhost',
  'capacitor://localhost',
  'ionic://localhost',
  'tauri://localhost',
]
const origins = ['https://shop.example', ...originForms]
/** Of grants that no part here has. */
const unknownGrants = ['urn:ietf:params:oauth:grant-type:device_code']

/** @returns undefined where the document cannot be read */
export async function visibleOf(document: unknown): Promise<string | undefined> {
  let read
  try {
    read = readDocument(document)
  } catch {
    return undefined
  }
  const { stores, close } = await libsql({ url: ':memory:' }).open(names)
  try {
    let tokens = 0
    const { directory, ...others } = stores as Pick<Stores, (typeof names)[number]>
    await applyDocument(read, {
      directory,
      authority: systemAuthority,
      hashing,
      sealing,
      issuerHost: 'id.example',
      passkeys: passkeyDocumentRules('https://id.example'),
      now: () => now,
      randomToken: () => String((tokens += 1)).padStart(43, '0'),
    })
    const removedIds = await directory.list('removedId', org?.orgId)
    const context = { directory, authority: ownerOfOrganization, hashing, sealing, issuerHost: 'id.example' }
    const { entries } = await applyDocument(unlimited, { ...context, now: () => now, randomToken: () => '0'.repeat(43) }, { dryRun: true })
    const refused = entries.flatMap(({ reason, maximum }) =>
      maximum !== undefined || reason?.endsWith('_limit') === true ? [[reason, maximum]] : [],
    )
    return JSON.stringify([await answers(others), removedIds, refused])
  } finally {
    await close()
  }
}

/** An administrator of the organization, whose tokens and keys the instance limits. */
const ownerOfOrganization: Authority = {
  caller: async () => callerOf({ id: 'owner' }, [{ of: 'organization', orgId: org?.orgId ?? '', roles: ['ORG_OWNER'], active: true }]),
  membershipsOf: async () => new Map(),
}

/** A token and a key without expiry, and one more of what an organization has a limited number of. */
const unlimited = readDocument({
  orgs: [
    {
      orgId: org.orgId,
      personalAccessTokens: [{ tokenId: 'unlimited', userId: machine }],
      machineKeys: [
        { keyId: 'unlimited', userId: machine, publicKey: key },
        { keyId: 'one-more', userId: machine, publicKey: key, expirationDate: new Date(now + 3_600_000).toISOString() },
      ],
      humanUsers: [{ userId: `${org.orgId}|one-more`, user: { userName: 'one-more', profile: { firstName: 'One', lastName: 'More' } } }],
      userMetadata: [{ id: machine, key: 'one-more', value: btoa('x'.repeat(1000)) }],
    },
  ],
})

async function answers(stores: Omit<Pick<Stores, (typeof names)[number]>, 'directory'>): Promise<unknown> {
  const { clients, users, passwords, oneTimeCodes, policies, userMetadata, userGrants, memberships, personalAccessTokens } = stores
  const { identityProviders, messageTexts, passkeys, userLinks } = stores
  const each = async <T>(values: readonly T[], ask: (value: T) => Promise<unknown>): Promise<unknown> => await Promise.all(values.map(ask))
  return [
    await each(clientIds, async (id) => {
      const found = await clients.find(id)
      return [
        found === undefined ? null : { ...found, grantTypes: found.grantTypes.filter((name) => !unknownGrants.includes(name)) },
        await clients.listKeys(id, now),
        await each(userIds, async (userId) => await clients.admits(id, userId)),
      ]
    }),
    await clients.listClientIds(project),
    await clients.hasProject(project),
    await clients.findBoundary(),
    await each(origins, async (origin) => await clients.hasOrigin(origin)),
    await each(userIds, async (id) => [
      await users.find(id),
      await users.findActive(id),
      await passwords.find(id),
      await otpOf(id, oneTimeCodes),
      await userMetadata.list(id),
      await userGrants.listRoles(id, [project]),
      await memberships.list(id),
    ]),
    await each(loginNames, async (name) => await users.findByLoginName(name)),
    await each([org?.orgId, granted, undefined], async (orgId) => [
      await policies.findLoginPolicy(orgId),
      await policies.findBranding(orgId),
      await policies.findPasswordPolicy(orgId),
      await policies.findDomainPolicy(orgId),
    ]),
    await each(
      messageLists,
      async (list) => await each(['de', 'en', 'fr'], async (language) => await messageTexts.find(org?.orgId ?? '', list, language)),
    ),
    await each([org?.orgId, granted, undefined], async (orgId) => {
      const { providers, ...policy } = await identityProviders.listOfPolicy(orgId)
      return [
        policy,
        await each(
          providers.filter(({ kind }) => kind === 'oidc'),
          withSecret,
        ),
      ]
    }),
    await each(userIds, async (id) =>
      (await userLinks.list(id)).map(({ userId, idpId, issuer, externalId }) => [userId, idpId, issuer, externalId]),
    ),
    await each(userIds, async (id) => await passkeys.list(id)),
    await policies.findSecurityPolicy(),
    await each([digest(token), tokenDigest], async (sought) => await personalAccessTokens.find(sought, now)),
  ]
}

/** A sealed secret looks different each time. */
async function otpOf(userId: string, oneTimeCodes: Stores['oneTimeCodes']): Promise<unknown> {
  const found = await oneTimeCodes.find(userId)
  return found === undefined ? null : { ...found, sealedSecret: await sealing.open(found.sealedSecret, otpSecretPurpose(userId)) }
}

/** A provider with its client secret in clear text. */
async function withSecret({ sealedSecret, ...provider }: IdentityProvider): Promise<unknown> {
  return [provider, sealedSecret === undefined ? null : await sealing.open(sealedSecret, idpSecretPurpose(provider.id))]
}
