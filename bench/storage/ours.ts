// storage-libsql, called through its ports.
import type { AccessToken, Resource } from '@symbolon/core-protocol'
import { libsql } from '@symbolon/storage-libsql'
import { anyNumber, bulk, clientId, digestOf, inARow, inParallel, known, newDigest, newNumber, numberOf } from './subject.ts'
import type { Subject } from './subject.ts'

const now = 1_700_000_000_000

function token(digest: string, number: number): AccessToken {
  return {
    id: digest,
    number,
    digest,
    authorizationId: digest,
    clientId,
    subject: 'user-1',
    scope: ['openid', 'email'],
    audience: ['project-1'],
    issuedAt: now,
    expiresAt: now + 43_200_000,
  }
}

const application: readonly Resource[] = [
  { kind: 'org', key: ['org-1'], orgId: 'org-1', content: { orgId: 'org-1', org: { name: 'Acme' } } },
  { kind: 'project', key: ['project-1'], orgId: 'org-1', content: { projectId: 'project-1', project: { name: 'Shop' } } },
  {
    kind: 'oidcApp',
    key: ['app-1'],
    orgId: 'org-1',
    content: {
      appId: 'app-1',
      clientId,
      app: { projectId: 'project-1', name: 'Web', redirectUris: ['https://rp.test/cb'], responseTypes: ['OIDC_RESPONSE_TYPE_CODE'] },
    },
  },
]

function humans(): readonly Resource[] {
  return Array.from({ length: bulk }, () => {
    const id = newDigest()
    const profile = { firstName: 'Ada', lastName: 'Byron' }
    return { kind: 'humanUser', key: [id], orgId: 'org-1', content: { userId: id, user: { userName: id, profile } } }
  })
}

export async function openOurs(path: string): Promise<Subject> {
  const storage = await libsql({ url: `file:${path}`, accessTokensInMemory: 0 }).open(['accessTokens', 'issuance', 'clients', 'directory'])
  const { accessTokens, issuance, clients, directory } = storage.stores
  if (accessTokens === undefined || issuance === undefined || clients === undefined || directory === undefined)
    throw new TypeError('A store is missing')
  await Promise.all(Array.from({ length: known }, (_, index) => issuance.commit({ accessToken: token(digestOf(index), numberOf(index)) })))
  await directory.apply({ put: application, remove: [] }, now)
  if ((await clients.find(clientId)) === undefined) throw new TypeError('The client is missing')
  const insert = (): Promise<unknown> => issuance.commit({ accessToken: token(newDigest(), newNumber()) })
  return {
    operations: {
      'insert, one after another': () => inARow(insert),
      'insert, 64 at a time': () => inParallel(insert),
      'accessTokens.find': () => inARow(async () => await accessTokens.find(anyNumber())),
      'clients.find': () => inARow(async () => await clients.find(clientId)),
      'users by directory.apply': async () => {
        await directory.apply({ put: humans(), remove: [] }, now)
        return bulk
      },
    },
    close: () => storage.close(),
  }
}
