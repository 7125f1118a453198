// A database in which an earlier release gave one id to a client and to a project: both are kept and changed as before, and no other object gets the id.
import { DirectoryConflict } from '@symbolon/core-protocol'
import type { Resource } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { libsql } from '../src/index.ts'
import { temporaryPath, throughAnotherConnection } from './temporary-file.ts'

const org: Resource = { kind: 'org', key: ['o'], content: { orgId: 'o', org: { name: 'O' } } }
const project = (name: string): Resource => ({
  kind: 'project',
  key: ['shared'],
  orgId: 'o',
  content: { projectId: 'shared', project: { name } },
})
const app = (appId: string, name: string, clientId = 'shared'): Resource => ({
  kind: 'oidcApp',
  key: [appId],
  orgId: 'o',
  content: { appId, app: { projectId: 'other', name }, clientId },
})
const other: Resource = { kind: 'project', key: ['other'], orgId: 'o', content: { projectId: 'other', project: { name: 'Other' } } }

test('AD-50 a client and a project that share an id since an earlier release stay usable, and a third holder is refused', async () => {
  const path = temporaryPath()
  const opened = await libsql({ url: `file:${path}` }).open(['directory', 'clients'])
  try {
    const { directory, clients } = opened.stores
    assert.ok(directory !== undefined && clients !== undefined)
    await directory.apply({ put: [org, other, project('P'), app('a', 'A', 'before')], remove: [] }, 1000)
    await throughAnotherConnection(path, async (client) => {
      await client.execute("update client_ids set client_id = 'shared' where app_id = 'a'")
      await client.execute(
        "update applications set client_id = 'shared', content = replace(content, 'before', 'shared') where app_id = 'a'",
      )
    })
    for (const put of [[project('P2')], [app('a', 'A2')], [project('P3'), app('a', 'A3')]]) {
      assert.deepEqual(await directory.findTaken({ put, remove: [] }), [])
      await directory.apply({ put, remove: [] }, 2000)
    }
    assert.equal((await clients.find('shared'))?.name, 'A3')
    assert.equal(await clients.hasProject('shared'), true)
    await assert.rejects(directory.apply({ put: [app('b', 'B')], remove: [] }, 3000), DirectoryConflict)
    // Once the client has another id, it does not get this one back.
    await directory.apply({ put: [app('a', 'A4', 'after')], remove: [] }, 4000)
    await assert.rejects(directory.apply({ put: [app('a', 'A5')], remove: [] }, 5000), DirectoryConflict)
  } finally {
    await opened.close()
  }
})
