// A whole export of the first generation on its way: converted, imported, exported, imported elsewhere, exported again. Nothing is lost on
// the way from instance to instance.
import { readDocument } from '@symbolon/schema-v2'
import { v1ExportText } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { twoOrgs } from '../support/full-org.ts'
import { reportOf, startMover } from '../support/mover.ts'
import type { ImportAnswer, Mover } from '../support/mover.ts'

const everything = { excluded_org_ids: ['operations'], with_passwords: true, with_otp: true, with_credentials: true }
const asText = async (mover: Mover, selection: object = everything): Promise<string> => {
  const answer = await mover.export(selection)
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  return text
}

let [first, second, third] = [undefined, undefined, undefined] as unknown as [Mover, Mover, Mover]
before(async () => {
  first = await startMover({ issuer: 'https://first.example' })
  second = await startMover({ issuer: 'https://second.example' })
  third = await startMover({ issuer: 'https://third.example' })
})
after(async () => {
  for (const mover of [first, second, third]) await mover?.close()
})

const withoutErrors = (report: ImportAnswer): void => {
  assert.deepEqual([report.state, report.errors, report.counts['refused'], report.counts['kept']], ['completed', undefined, 0, 0])
}

test('an export of the first generation is imported, and comes out the same from every instance that it goes to', async () => {
  const v1 = v1ExportText({ orgs: 3, humanUsers: 20, machineUsers: 3 })
  const report = await reportOf(await first.import({ data_orgsv1: v1, with_credentials: true, timeout: '2m' }))
  assert.equal(report.state, 'completed')
  assert.equal(report.counts['refused'], 0, JSON.stringify(report.errors?.slice(0, 5)))
  const one = await asText(first)
  assert.equal(readDocument(JSON.parse(one)).document.orgs?.length, 3)
  withoutErrors(await reportOf(await second.import({ data_orgs: one, with_credentials: true, timeout: '2m' })))
  const two = await asText(second)
  assert.equal(two, one)
  withoutErrors(await reportOf(await third.import({ data_orgs: JSON.parse(two) as object, with_credentials: true, timeout: '2m' })))
  assert.equal(await asText(third), one)
})

test('the same document as text, as an object and inside an answer is one document', async () => {
  const v1 = v1ExportText({ orgs: 3, humanUsers: 20, machineUsers: 3 })
  for (const data of [JSON.parse(v1) as object, v1]) {
    const again = await reportOf(await first.import({ data_orgsv1: data, with_credentials: true, timeout: '2m' }))
    assert.deepEqual([again.counts['created'], again.counts['changed'], again.counts['kept'], again.counts['refused']], [0, 0, 0, 0])
  }
})

test('every list of the format goes from instance to instance, with credentials and without', async () => {
  const source = await startMover({ orgs: twoOrgs })
  for (const selection of [everything, { excluded_org_ids: ['operations'] }]) {
    const target = await startMover()
    const one = await asText(source, selection)
    withoutErrors(await reportOf(await target.import({ data_orgs: one, with_credentials: true })))
    assert.equal(await asText(target, selection), one)
    await target.close()
  }
  await source.close()
})

test('an export goes into the import of the first generation as well, as the guide for moving has it', async () => {
  const source = await startMover({ orgs: twoOrgs })
  const target = await startMover()
  const one = await asText(source, { excluded_org_ids: ['operations'], with_passwords: true })
  const report = await reportOf(await target.import({ data_orgsv1: one, timeout: '1m' }))
  assert.deepEqual([report.state, report.errors], ['completed', undefined])
  assert.deepEqual(
    report.success.orgs?.map(({ orgId }) => orgId),
    ['north', 'south'],
  )
  await source.close()
  await target.close()
})

test('an import with updates gives users the state that the export says, of active users too', async () => {
  const source = await startMover({ orgs: twoOrgs })
  const target = await startMover()
  const one = await asText(source)
  withoutErrors(await reportOf(await target.import({ data_orgs: one, with_credentials: true })))
  const document = readDocument(JSON.parse(one)).document
  const [people, robots] = [document.orgs?.flatMap((org) => org.humanUsers ?? []), document.orgs?.flatMap((org) => org.machineUsers ?? [])]
  for (const users of [people, robots]) assert.ok(users?.some(({ state }) => state === 'USER_STATE_ACTIVE'))
  assert.ok([...(people ?? []), ...(robots ?? [])].every(({ state }) => state !== undefined))
  const locked = document.orgs?.map(({ orgId, humanUsers = [], machineUsers = [] }) => ({
    orgId,
    humanUsers: humanUsers.map(({ userId, user }) => ({ userId, user, state: 'USER_STATE_LOCKED' as const })),
    machineUsers: machineUsers.map(({ userId, user }) => ({ userId, user, state: 'USER_STATE_INACTIVE' as const })),
  }))
  await target.provider.apply({ orgs: locked ?? [] })
  assert.notEqual(await asText(target), one)
  withoutErrors(await reportOf(await target.import({ data_orgs: one, with_credentials: true, update: true })))
  assert.equal(await asText(target), one)
  await source.close()
  await target.close()
})
