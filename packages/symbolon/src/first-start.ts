// What a first start creates when no document says otherwise: an organization, its administrator, and the demo application.
import type { OrgDocument } from '@symbolon/schema-v2'
import { isLocal } from './local-issuer.ts'

/** The id of the first organization. */
export const organizationId = 'symbolon'
/** The id of its administrator. */
const administratorId = 'administrator'
/** The name with which the administrator signs in, before the domain. */
export const administratorUserName = 'admin'
/** The client id of the demo application. */
export const exampleClientId = 'example-relying-party'
/** Where `examples/relying-party` runs. */
export const exampleOrigin = 'http://localhost:8081'

/**
 * What a new instance demands. An instance on the machine of a developer demands nothing: no other person signs in there.
 * @returns a document for a first start with documents, which replace its policy where they have one
 */
export function firstPolicies(issuer: string): OrgDocument {
  return { instance: { boundaryPolicy: firstBoundary(issuer) } }
}

function firstBoundary(issuer: string): { readonly forceMfaForAdministrators?: true } {
  return isLocal(issuer) ? {} : { forceMfaForAdministrators: true }
}

/**
 * @param issuer decides whether administrators need a second factor
 * @returns the document of the first organization and its administrator, who owns the instance and has no credential: a link lets the person who
 *   opens it set the first one
 */
export function firstOrganization(issuer: string): OrgDocument {
  return {
    orgs: [
      {
        orgId: organizationId,
        org: { name: 'Symbolon' },
        humanUsers: [
          {
            userId: administratorId,
            user: {
              userName: administratorUserName,
              profile: { firstName: 'Ada', lastName: 'Administrator', displayName: 'Administrator' },
            },
            state: 'USER_STATE_INITIAL',
          },
        ],
        orgMembers: [{ userId: administratorId, roles: ['ORG_OWNER'] }],
      },
    ],
    // Written down, so that the trust does not move to the organization of a later administrator when this one is removed.
    instance: { boundaryPolicy: { ...firstBoundary(issuer), trustedOrganizations: [organizationId] } },
    instanceMembers: [{ userId: administratorId, roles: ['IAM_OWNER'] }],
  }
}

/** @returns the document that adds the demo application to the first organization */
export function demoApplication(): OrgDocument {
  return {
    orgs: [
      {
        orgId: organizationId,
        org: { name: 'Symbolon' },
        projects: [{ projectId: 'example', project: { name: 'Example' } }],
        oidcApps: [
          {
            appId: 'example-relying-party',
            clientId: exampleClientId,
            app: {
              projectId: 'example',
              name: 'Example relying party',
              authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE',
              redirectUris: [`${exampleOrigin}/callback`],
              postLogoutRedirectUris: [`${exampleOrigin}/`],
              // Its redirect URI is plain http on this machine.
              devMode: true,
            },
          },
        ],
      },
    ],
  }
}
