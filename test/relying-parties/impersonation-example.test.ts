// examples/impersonation, run as its README says, against the service as it is started, with the document that stands there.
import type { OrgDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { openSupportDesk, actFor } from '../../examples/impersonation/src/support-desk.ts'
import { root } from '../support/run-command.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

const folder = join(root, 'examples/impersonation')
const clientSecret = 'a-client-secret-of-at-least-32-characters'
const staffToken = 'symbolon_pat_support-0123456789-0123456789-01234'

let page: string
let service: TestService

before(async () => {
  page = await readFile(join(folder, 'README.md'), 'utf8')
  const document = /<!-- desk\.json -->\n```json\n([^]*?)```/.exec(page)?.[1]
  assert.ok(document !== undefined, 'README.md has the document')
  service = await startTestService({ tls: false, document: JSON.parse(document) as OrgDocument })
})
after(async () => await service.stop())

test('before anything is switched on, no user acts for another', async () => {
  const desk = await openSupportDesk(service.issuer, 'desk', clientSecret)
  await assert.rejects(actFor(desk, 'carla', staffToken), { error: 'unsupported_grant_type' })
})

test('the program prints what its README says', async () => {
  const said = /^prints\n\n```\n([^]*?)```/m.exec(page)?.[1]?.replaceAll('http://localhost:8080', service.issuer)
  const args = ['--disable-warning=ExperimentalWarning', join(folder, 'src/main.ts')]
  const env = {
    ISSUER: service.issuer,
    OWNER_TOKEN: 'symbolon_pat_owner-0123456789-0123456789-0123456',
    CLIENT_ID: 'desk',
    CLIENT_SECRET: clientSecret,
    STAFF_TOKEN: staffToken,
    CUSTOMER: 'carla',
  }
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env })
  assert.equal(stderr, '')
  assert.equal(stdout, said)
})

test('staff act for customers, and not for administrators', async () => {
  const desk = await openSupportDesk(service.issuer, 'desk', clientSecret)
  assert.equal((await actFor(desk, 'carla', staffToken)).token_type, 'bearer')
  const refusal = { error: 'invalid_request', error_description: 'The actor may not act for this user.' }
  await assert.rejects(actFor(desk, 'owner', staffToken), refusal)
})
