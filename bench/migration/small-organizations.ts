// A document of many small organizations: each has two people, a project with a role and an application, a grant and an owner.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** The objects of each organization, itself included. */
export const objectsOfEach = 8

/** Writes the document. */
export async function writeSmallOrganizations(file: string, count: number): Promise<void> {
  await pipeline(Readable.from(texts(count)), createWriteStream(file))
}

function* texts(count: number): Generator<string> {
  yield '{"orgs":['
  for (let index = 0; index < count; index += 1) yield `${index === 0 ? '' : ','}${JSON.stringify(organization(index))}`
  yield ']}'
}

function organization(index: number): object {
  const user = (name: string): object => ({
    userId: `${name}-${index}`,
    user: {
      userName: name,
      profile: { firstName: 'Ada', lastName: `Of ${index}` },
      email: { email: `${name}@organization-${index}.example`, isEmailVerified: true },
      hashedPassword: { value: `$2b$10$${'a'.repeat(53)}` },
    },
  })
  const app = {
    projectId: `project-${index}`,
    name: 'Web',
    redirectUris: [`https://organization-${index}.example/callback`],
    authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE',
  }
  return {
    orgId: `organization-${index}`,
    org: { name: `Organization ${index}` },
    humanUsers: [user('owner'), user('user')],
    projects: [{ projectId: `project-${index}`, project: { name: 'Portal' } }],
    projectRoles: [{ projectId: `project-${index}`, roleKey: 'reader', displayName: 'Reader' }],
    oidcApps: [{ appId: `app-${index}`, clientId: `client-${index}`, app }],
    userGrants: [{ userId: `user-${index}`, projectId: `project-${index}`, roleKeys: ['reader'] }],
    orgMembers: [{ userId: `owner-${index}`, roles: ['ORG_OWNER'] }],
  }
}
