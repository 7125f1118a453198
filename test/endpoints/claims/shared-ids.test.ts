// An administrator of clients and projects in one organization can assign neither the id of another organization's project to a client, nor that
// of a client to a project. Either would be a member of the audience of tokens that are not for it.
import { clientSecret, redirectUri } from '@symbolon/test-kit'
import { defineClient } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { roleDocument } from '../../support/role-document.ts'

let provider: TestProvider
before(async () => {
  const clients = [defineClient({ clientId: 'in-code', redirectUris: [redirectUri] })]
  provider = await startTestProvider({ document: roleDocument(), clients })
})
after(async () => await provider.close())

test('AD-50 ids of projects, clients, service users, clients in code and the management API are not assigned again', async () => {
  const api = (clientId: string): object => ({ appId: `of-${clientId}`, clientId, clientSecret, app: { projectId: 'evil', name: 'evil' } })
  const project = (projectId: string): object => ({ projectId, project: { name: 'Evil' } })
  const { entries } = await provider.apply({
    orgs: [
      {
        orgId: 'partner',
        projects: ['evil', 'quiet', 'portal-api', 'batch', 'in-code', 'urn:symbolon:iam:api'].map(project),
        apiApps: ['evil-api', 'portal', 'in-code', 'urn:symbolon:iam:api'].map(api),
      },
    ],
  } as Parameters<TestProvider['apply']>[0])
  assert.deepEqual(
    entries.map(({ action, kind, key, reason }) => [action, kind, key.join('/'), reason]),
    [
      ['created', 'project', 'evil', undefined],
      ['refused', 'project', 'quiet', 'client_id_taken'],
      ['refused', 'project', 'portal-api', 'client_id_taken'],
      ['refused', 'project', 'batch', 'client_id_taken'],
      ['refused', 'project', 'in-code', 'id_reserved'],
      ['refused', 'project', 'urn:symbolon:iam:api', 'id_reserved'],
      ['created', 'apiApp', 'of-evil-api', undefined],
      ['refused', 'apiApp', 'of-portal', 'client_id_taken'],
      ['refused', 'apiApp', 'of-in-code', 'id_reserved'],
      ['refused', 'apiApp', 'of-urn:symbolon:iam:api', 'id_reserved'],
    ],
  )
})
