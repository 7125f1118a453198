// Every limit that people meet: where it stands in the source, and what it means. The value is read from there.
import { readText } from './repository.ts'

interface LimitPlace {
  readonly file: string
  /** The name of the constant. */
  readonly name: string
  readonly says: string
  /** What is said of the number; default: the number. */
  readonly unit?: 'bytes' | 'characters' | 'seconds' | 'milliseconds'
}

const core = 'packages/core-protocol/src'
const places: readonly LimitPlace[] = [
  { file: `${core}/scope/requested-scope.ts`, name: 'countLimit', says: 'scopes in a request' },
  { file: `${core}/scope/requested-scope.ts`, name: 'lengthLimit', says: 'length of the parameter `scope`', unit: 'characters' },
  { file: `${core}/http/parameters.ts`, name: 'countLimit', says: 'parameters in a request' },
  {
    file: `${core}/http/parameters.ts`,
    name: 'defaultLengthLimit',
    says: 'length of a parameter, unless it has a separate limit',
    unit: 'characters',
  },
  { file: `${core}/http/user-agent.ts`, name: 'pendingRequestLimit', says: 'sign-ins under way in one browser' },
  { file: `${core}/jwt/verify-jwt.ts`, name: 'longestJwt', says: 'length of a JWT that a client sends', unit: 'characters' },
  { file: `${core}/jwt/verify-assertion.ts`, name: 'longestAge', says: 'age of an assertion, by `iat`', unit: 'seconds' },
  {
    file: `${core}/claims/reserved-claims.ts`,
    name: 'tokenLimit',
    says: 'roles, metadata and own claims in a token; the rest is left out',
    unit: 'bytes',
  },
  {
    file: `${core}/claims/reserved-claims.ts`,
    name: 'answerLimit',
    says: 'roles, metadata and own claims in an answer of userinfo or introspection; the rest is left out',
    unit: 'bytes',
  },
  { file: 'packages/grants-device/src/device-authorization.ts', name: 'lifetime', says: 'life of the codes of a device', unit: 'seconds' },
  {
    file: 'packages/pushed-requests/src/push-endpoint.ts',
    name: 'spaceLimit',
    says: 'space of all pushed authorization requests',
    unit: 'bytes',
  },
  { file: `${core}/ports/login-name.ts`, name: 'longestUserName', says: 'length of a user name', unit: 'characters' },
  { file: 'packages/schema-v2/src/brand-image.ts', name: 'brandImageLimit', says: 'size of a logo or icon', unit: 'bytes' },
  {
    file: `${core}/ports/audit-event.ts`,
    name: 'denialsAMinute',
    says: 'refused requests of a caller in a minute with a separate audit event; further ones are one event with their number',
  },
  {
    file: `${core}/ports/import-job.ts`,
    name: 'importPlaces',
    says: 'imports that run at the same time: one of an organization, and one place for owners of the instance',
  },
  { file: `${core}/ports/import-job.ts`, name: 'waitingOfOrganization', says: 'imports of an organization that wait for their turn' },
  { file: `${core}/ports/import-job.ts`, name: 'waitingOfInstance', says: 'imports of all organizations that wait for their turn' },
  {
    file: 'packages/admin-api/src/operations/start-import.ts',
    name: 'mostBytesUnderWay',
    says: 'documents of requests whose imports wait or run, in one process; owners of the instance have no such limit',
    unit: 'bytes',
  },
  {
    file: 'packages/admin-api/src/operations/start-import.ts',
    name: 'mostBytesOfOrganization',
    says: 'the same, of one organization',
    unit: 'bytes',
  },
  { file: `${core}/ports/audit-event.ts`, name: 'refusalLimit', says: 'refused sign-ins that the audit trail keeps' },
  { file: 'packages/password-rules/src/broken-rules.ts', name: 'longestPassword', says: 'length of a password', unit: 'characters' },
  { file: 'packages/provisioning/src/validate/uri.ts', name: 'longestUri', says: 'length of a redirect URI', unit: 'characters' },
  { file: 'packages/grants-token-exchange/src/impersonation.ts', name: 'longestChain', says: 'actors in the chain of a token exchange' },
  { file: 'packages/grants-token-exchange/src/authorize-exchange.ts', name: 'longestOrigin', says: 'exchanges, one after another' },
  { file: 'packages/login/src/attempts/known-browser.ts', name: 'browserLimit', says: 'browsers in which a user is known' },
  { file: 'packages/login-passkey/src/passkey-name.ts', name: 'longestName', says: 'length of the name of a passkey', unit: 'characters' },
  {
    file: 'packages/outgoing/src/guarded-fetch.ts',
    name: 'defaultSizeLimit',
    says: 'size of an answer of another identity provider',
    unit: 'bytes',
  },
  {
    file: 'packages/rest/src/bodies.ts',
    name: 'documentLimit',
    says: 'size of a document that is applied over HTTP',
    unit: 'bytes',
  },
  ...(
    [
      ['applicationsOfOrganization', 'applications of an organization'],
      ['projectsOfOrganization', 'projects of an organization'],
      ['rolesOfProject', 'roles of a project'],
      ['providersOfOrganization', 'identity providers of an organization'],
      ['keysOfHolder', 'public keys of an application or a service user'],
      ['tokensOfServiceUser', 'personal access tokens of a service user'],
      ['metadataOfUser', 'entries of metadata of a user'],
      ['offersToUser', 'open offers of roles in projects, and in project grants, of an organization to a user'],
    ] as const
  ).map(([name, says]) => ({ file: 'packages/provisioning/src/plan/limits.ts', name, says: `${says}; owners of the instance have none` })),
  {
    file: 'packages/core-protocol/src/ports/directory-limit.ts',
    name: 'usersOfOrganization',
    says: 'users of an organization, registered ones included, unless the boundary policy of the instance sets another number; owners of the instance have none',
  },
  ...(
    [
      [
        'keysOfOrganization',
        'keys of applications of an organization, keys of its service users, and their personal access tokens, each; likewise',
      ],
      ['metadataOfOrganization', 'thousands of characters of metadata of all users of an organization; likewise'],
    ] as const
  ).map(([name, says]) => ({ file: 'packages/provisioning/src/plan/limits.ts', name, says: `${says}; owners of the instance have none` })),
  {
    file: 'packages/provisioning/src/plan/limits.ts',
    name: 'metadataSizeOfUser',
    says: 'metadata of a user; owners of the instance have none',
    unit: 'characters',
  },
  { file: `${core}/tokens/audience.ts`, name: 'mostListed', says: 'clients of the project that the audience of a token lists' },
  { file: 'packages/secret-hashing/src/schemes/bcrypt.ts', name: 'mostCost', says: 'cost of an imported bcrypt hash' },
]

/** @returns the limits, each with its value and its place; @throws TypeError where the source has no such constant */
export function limitsOfTheSource(): readonly (readonly [says: string, value: string, file: string])[] {
  return places.map(({ file, name, says, unit }) => {
    const [, product = ''] = new RegExp(`const ${name}(?:: number)? = ([\\d_ *]+)$`, 'm').exec(readText(file)) ?? []
    if (product === '') throw new TypeError(`${file} has no number ${name}`)
    const value = product
      .replaceAll('_', '')
      .split('*')
      .reduce((result, factor) => result * Number(factor), 1)
    return [says, `${value.toLocaleString('en')}${unit === undefined ? '' : ` ${unit}`}`, file]
  })
}
