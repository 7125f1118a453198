// Unfinished files, and how they get their names.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { CommandError } from '../src/command/command-error.ts'
import { createWorkplace } from '../src/command/workplace.ts'

const folder = mkdtempSync(join(tmpdir(), 'workplace-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('a finished file gets its name, and replaces what is there only where that is asked for', () => {
  const target = join(folder, 'v2.json')
  const workplace = createWorkplace(target)
  const place = dirname(workplace.path('document'))
  assert.deepEqual([dirname(place), statSync(place).mode & 0o777], [folder, 0o700])
  writeFileSync(workplace.path('document'), 'new')
  // Another process made it after the targets were checked.
  writeFileSync(target, 'mine')
  assert.throws(
    () => workplace.publish('document', target, { replace: false }),
    (error) =>
      error instanceof CommandError && error.message === `${target} exists already; overwrite it with --force, or name another file`,
  )
  assert.equal(readFileSync(target, 'utf8'), 'mine')
  workplace.publish('document', target, { replace: true })
  assert.equal(readFileSync(target, 'utf8'), 'new')
  writeFileSync(workplace.path('report'), 'report')
  workplace.publish('report', join(folder, 'report.json'), { replace: false })
  assert.equal(readFileSync(join(folder, 'report.json'), 'utf8'), 'report')
  workplace.dispose()
  assert.deepEqual(readdirSync(folder).toSorted(), ['report.json', 'v2.json'])
})

test('what the system refuses is said with the path', () => {
  mkdirSync(join(folder, 'inner'))
  const workplace = createWorkplace(join(folder, 'inner', 'v2.json'))
  writeFileSync(workplace.path('document'), 'new')
  for (const replace of [false, true]) {
    assert.throws(
      () => workplace.publish('document', join(folder, 'absent', 'v2.json'), { replace }),
      (error) => error instanceof CommandError && error.message === `${join(folder, 'absent', 'v2.json')}: there is no such file or folder`,
    )
  }
  workplace.dispose()
  assert.throws(
    () => createWorkplace(join(folder, 'absent', 'v2.json')),
    (error) => error instanceof CommandError && error.message === `${join(folder, 'absent')}: there is no such file or folder`,
  )
})

test('without a sibling, a workplace is in the folder for temporary files; it is removed when the process ends or the workplace is disposed', () => {
  const listeners = (): readonly number[] => ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP'].map((event) => process.listenerCount(event))
  const before = listeners()
  const workplace = createWorkplace(undefined)
  const place = dirname(workplace.path('x'))
  assert.equal(dirname(place), tmpdir())
  assert.match(basename(place), /^\.symbolon-migrate-/)
  assert.deepEqual(
    listeners(),
    before.map((count) => count + 1),
  )
  writeFileSync(workplace.path('x'), 'x')
  workplace.dispose()
  assert.deepEqual([existsSync(place), listeners()], [false, before])
  assert.throws(() => createWorkplace(join(folder, 'absent', 'v2.json')))
  assert.deepEqual(listeners(), before)
})
