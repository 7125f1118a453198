// Three organizations that hold something of every list of a document: `acme`, whose administrators act, `globex`, which must not notice, and
// `sys`, where the owner of the instance lives. Every id begins with the organization that it belongs to.
import { administrativeRoles } from './roles.ts'
import { introspection, userinfo } from '@symbolon/core-protocol'
import type { Context, Storage } from '@symbolon/core-protocol'
import { loginMail, recovery } from '@symbolon/login'
import type { Mail } from '@symbolon/login'
import { applyContextOf, applyDocument, userAuthority } from '@symbolon/provisioning'
import type { ApplyEntry } from '@symbolon/provisioning'
import { DocumentError, readDocument } from '@symbolon/schema-v2'
import type { OrgDocument } from '@symbolon/schema-v2'
import { clientSecret, generateClientKey, redirectUri } from '@symbolon/test-kit'
import { mailTemplates } from '@symbolon/ui-templates'
import { testHashing } from '../../support/hashing.ts'
import { takeMails } from '../../support/outbox.ts'
import { sealingOf, startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'

type Org = NonNullable<OrgDocument['orgs']>[number]

const key = await generateClientKey('key', 'ES256')
export const { publicKey } = key
export const password = 'a long password of a user of the world'

/** @returns an organization with one entry, or a few, of every list */
export function organization(orgId: string, other: string): Org {
  const at = (name: string): string => `${orgId}|${name}`
  const domain = `${orgId}.example`
  return {
    orgId,
    org: { name: orgId },
    domains: [{ domainName: domain, isVerified: true, isPrimary: true }, { domainName: `second.${domain}` }],
    loginPolicy: { allowUsernamePassword: true, allowExternalIdp: true, secondFactors: ['SECOND_FACTOR_TYPE_OTP'] },
    lockoutPolicy: { maxPasswordAttempts: 5 },
    passwordComplexityPolicy: { minLength: '9' },
    privacyPolicy: { tosLink: `https://${domain}/tos` },
    labelPolicy: { primaryColor: '#123456' },
    domainPolicy: { userLoginMustBeDomain: true },
    humanUsers: ['owner', 'member', 'plain'].map((name) => ({
      userId: at(name),
      user: {
        userName: name,
        profile: { firstName: name, lastName: orgId },
        email: { email: `${name}@${domain}`, isEmailVerified: true },
        password,
      },
    })),
    machineUsers: [{ userId: at('robot'), user: { userName: 'robot', name: 'Robot' }, clientSecret }],
    userMetadata: [{ id: at('member'), key: 'tier', value: 'Z29sZA==' }],
    machineKeys: [{ keyId: at('machine-key'), userId: at('robot'), type: 'KEY_TYPE_JSON', publicKey }],
    personalAccessTokens: [{ tokenId: at('token'), userId: at('robot'), token: `symbolon_pat_${orgId}-0123456789-0123456789-0123456789` }],
    oidcIdps: [
      {
        idpId: at('idp'),
        idp: { name: 'IdP', clientId: 'c', clientSecret: 'a secret of the provider for us', issuer: `https://idp.${domain}` },
      },
    ],
    jwtIdps: [
      {
        idpId: at('jwt'),
        idp: {
          name: 'JWT',
          jwtEndpoint: `https://jwt.${domain}`,
          issuer: `https://jwt.${domain}`,
          keysEndpoint: `https://jwt.${domain}/keys`,
          headerName: 'x',
        },
      },
    ],
    userLinks: [{ userId: at('member'), idpId: at('idp'), providedUserId: 'there', providedUserName: 'There' }],
    projects: [{ projectId: at('project'), project: { name: 'Project', projectRoleAssertion: true } }],
    projectRoles: ['reader', 'writer'].map((roleKey) => ({ projectId: at('project'), roleKey, displayName: roleKey })),
    oidcApps: [
      {
        appId: at('web'),
        clientId: at('web'),
        clientSecret,
        app: { projectId: at('project'), name: 'Web', redirectUris: [redirectUri], authMethodType: 'OIDC_AUTH_METHOD_TYPE_BASIC' },
      },
    ],
    apiApps: [{ appId: at('api'), clientId: at('api'), clientSecret, app: { projectId: at('project'), name: 'API' } }],
    appKeys: [{ id: at('app-key'), projectId: at('project'), appId: at('api'), clientId: at('api'), type: 'KEY_TYPE_JSON', publicKey }],
    actions: [{ actionId: at('action'), action: { name: 'fill', script: 'function fill() {}', timeout: '10s' } }],
    triggerActions: [{ flowType: '1', triggerType: '3', actionIds: [at('action')] }],
    projectGrants: [{ grantId: at('grant'), projectGrant: { projectId: at('project'), grantedOrgId: other, roleKeys: ['reader'] } }],
    userGrants: [{ userId: at('member'), projectId: at('project'), roleKeys: ['reader', 'writer'] }],
    orgMembers: [{ userId: at('owner'), roles: ['ORG_OWNER'] }],
    projectMembers: [{ projectId: at('project'), userId: at('owner'), roles: ['PROJECT_OWNER'] }],
    projectGrantMembers: [],
    verifyEmailMessages: [{ language: 'en', subject: `Verify at ${orgId}` }],
    passwordResetMessages: [{ language: 'en', subject: `Reset at ${orgId}`, text: `This is ${orgId}. {{.Code}}` }],
    loginTexts: [{ language: 'en', loginText: { title: `Welcome to ${orgId}` } }],
  }
}

/** Who acts: the holder of a role, a user without a role, or a service user without a role. */
export type Actor = (typeof administrativeRoles)[number]['name'] | 'no role' | 'service user'

/** @returns the id of the user of acme who acts */
export function actorId(actor: Actor): string {
  return actor === 'service user' ? 'acme|robot' : 'acme|actor'
}

/** The instance with one actor in acme. */
export interface World {
  readonly provider: TestProvider
  /** Applies a document with the rights of the actor. */
  by(document: OrgDocument): Promise<readonly ApplyEntry[]>
  /** Applies a document with the rights of the owner of globex. */
  byGlobex(document: OrgDocument): Promise<readonly ApplyEntry[]>
  /** Takes the mails that wait to be sent. */
  mails(): Promise<readonly Mail[]>
  close(): Promise<void>
}

/** @param storage by default libSQL in memory */
export async function startWorld(actor: Actor, storage?: Storage): Promise<World> {
  const mail = loginMail({ mailer: { send: async () => 'accepted' }, templates: mailTemplates() })
  const role = administrativeRoles.find(({ name }) => name === actor)
  const given = { userId: actorId(actor), roles: role === undefined ? [] : [role.name] }
  const acme = organization('acme', 'globex')
  const actors = [{ userId: 'acme|actor', user: { userName: 'actor', profile: { firstName: 'Ac', lastName: 'Tor' }, password } }]
  const provider = await startTestProvider({
    ...(storage === undefined ? {} : { storage }),
    document: {
      orgs: [
        organization('sys', 'globex'),
        organization('globex', 'acme'),
        {
          ...acme,
          humanUsers: [...(acme.humanUsers ?? []), ...actors],
          ...(role?.level === 'organization' ? { orgMembers: [...(acme.orgMembers ?? []), given] } : {}),
          ...(role?.level === 'project'
            ? { projectMembers: [...(acme.projectMembers ?? []), { projectId: 'acme|project', ...given }] }
            : {}),
        },
        ...(role?.level === 'project_grant'
          ? [{ orgId: 'globex', projectGrantMembers: [{ projectId: 'globex|project', grantId: 'globex|grant', ...given }] }]
          : []),
      ],
      instance: { loginPolicy: { allowUsernamePassword: true }, lockoutPolicy: { maxPasswordAttempts: 7 } },
      instanceMembers: [{ userId: 'sys|owner', roles: ['IAM_OWNER'] }, ...(role?.level === 'instance' ? [given] : [])],
    },
    endpoints: [userinfo, introspection],
    detours: [recovery({ mail, hashing: testHashing, returnTo: '/', accountPath: '/' })],
  })
  return {
    provider,
    by: await applying(provider, actorId(actor)),
    byGlobex: await applying(provider, 'globex|owner'),
    mails: async () => await takeMails(provider),
    close: async () => await provider.close(),
  }
}

/** @returns applies documents with the rights of the user */
async function applying(provider: TestProvider, userId: string): Promise<World['by']> {
  const { directory, memberships, users } = provider.storage.stores
  if (directory === undefined || memberships === undefined || users === undefined) throw new Error('stores')
  const user = await users.find(userId)
  if (user === undefined) throw new Error('no such user')
  const context = applyContextOf(
    { stores: { directory }, issuer: provider.issuer, now: provider.clock.now, ...(await surroundings(provider)) },
    testHashing,
    userAuthority(user, { memberships, users }),
  )
  return async (document) => {
    try {
      return (await applyDocument(readDocument(document), context)).entries
    } catch (error) {
      // A value of another type than the member has.
      if (error instanceof DocumentError) return []
      throw error
    }
  }
}

async function surroundings({ storage }: TestProvider): Promise<Pick<Context, 'log' | 'randomToken' | 'sealing'>> {
  const silent = (): void => undefined
  let tokens = 0
  return {
    log: { info: silent, warn: silent, error: silent },
    randomToken: () => `random${String((tokens += 1)).padStart(37, '0')}`,
    sealing: await sealingOf({ storage }),
  }
}
