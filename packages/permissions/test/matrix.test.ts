// Every role against every kind of object, action, place and target. The expectation is literal: matrix.txt and covers.txt are reviewed and
// changed by hand, and never made from the code.
import { resourceKeys } from '@symbolon/core-protocol'
import { callerOf, may, mayGiveRole, permissionsAt, rights, roleNames } from '@symbolon/permissions'
import type { Action, Caller, RoleName, Subject } from '@symbolon/permissions'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { actions, callers, given, groups, membershipsOf, places } from './world.ts'
import type { PlaceName } from './world.ts'

const lettersOf: ReadonlyMap<Action, string> = new Map(Object.entries(actions).map(([letter, action]) => [action, letter]))
const placeNames = Object.keys(places) as readonly PlaceName[]
const all: readonly Action[] = Object.values(actions)
const subjects: readonly Subject[] = groups.flatMap((group) => group.subjects)

/** Lines without comments. */
function linesOf(file: string): readonly string[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

/** The letters that the table has, by subject, role and place. */
function readMatrix(): ReadonlyMap<string, string> {
  const table = new Map<string, string>()
  let section: readonly string[] = []
  for (const line of linesOf('matrix.txt')) {
    if (!line.startsWith(' ')) {
      section = line.split(' ')
      continue
    }
    const [role = '', ...cells] = line.trim().split(/ +/)
    assert.ok(
      callers.some((caller) => caller === role),
      `matrix.txt: ${role} is not a role`,
    )
    for (const cell of cells) {
      const [place = '', letters = ''] = cell.split(':')
      assert.ok(
        placeNames.some((name) => name === place),
        `matrix.txt: ${place} is not a place`,
      )
      for (const subject of section) table.set(`${subject} ${role} ${place}`, letters)
    }
  }
  return table
}

/** The roles that each role covers. */
function readCovers(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    linesOf('covers.txt')
      .map((line) => line.split(/ +/))
      .map(([role = '', ...covered]) => [role, covered]),
  )
}

const matrix = readMatrix()
const covers = readCovers()
const withoutRoles = { userId: 'bob', memberships: [] }
const callerWith = (...roles: readonly RoleName[]): Caller => callerOf({ id: 'ann' }, given(...roles))

test('AD-02 each role may do exactly what the table says, at each place', () => {
  let cases = 0
  for (const { subjects: kinds, at } of groups) {
    for (const subject of kinds) {
      for (const name of callers) {
        for (const place of at) {
          const caller = callerOf({ id: 'ann' }, membershipsOf(name))
          const allowed = all.filter((action) => may(caller, action, subject, places[place], withoutRoles) === undefined)
          const letters = allowed.map((action) => lettersOf.get(action)).join('')
          assert.equal(letters, matrix.get(`${subject} ${name} ${place}`) ?? '', `${name}: ${subject} at ${place}`)
          cases += all.length
        }
      }
    }
  }
  assert.ok(cases > 15_000, String(cases))
})

test('AD-10 the table has every kind of object, every allowed action, and every role', () => {
  assert.deepEqual(subjects.toSorted(), Object.keys(rights).toSorted())
  for (const kind of Object.keys(resourceKeys))
    assert.ok(
      subjects.some((subject) => subject === kind),
      kind,
    )
  for (const subject of subjects) {
    const named = new Set([...matrix].flatMap(([key, letters]) => (key.startsWith(`${subject} `) ? [...letters] : [])))
    const possible = Object.keys(rights[subject]).map((action) => lettersOf.get(action as Action))
    assert.deepEqual([...named].toSorted(), possible.toSorted(), subject)
  }
  const inTable = new Set([...matrix.keys()].map((key) => key.split(' ')[1]))
  const without = roleNames.filter((name) => !inTable.has(name))
  assert.deepEqual(without, ['IAM_ADMIN_IMPERSONATOR', 'IAM_END_USER_IMPERSONATOR', 'ORG_ADMIN_IMPERSONATOR', 'ORG_END_USER_IMPERSONATOR'])
})

test('AD-15 each role may give and take exactly the roles that it covers', () => {
  for (const name of roleNames) {
    for (const role of roleNames) {
      const [at] = given(role)
      assert.ok(at !== undefined)
      const allowed = mayGiveRole(callerWith(name), role, at) === undefined
      assert.equal(allowed, covers.get(name)?.includes(role) ?? false, `${name} gives ${role}`)
    }
  }
})

/** What makes a user of the caller, or shuts the user out. */
const overUser: readonly (readonly [Subject, Action])[] = [
  ['humanUser', 'change_credential'],
  ['humanUser', 'change_state'],
  ['humanUser', 'change_name'],
  ['humanUser', 'remove'],
  ['machineUser', 'change_credential'],
  ['personalAccessToken', 'create'],
  ['personalAccessToken', 'remove'],
  ['machineKey', 'create'],
  ['userLink', 'create'],
  ['factor', 'remove'],
  ['passkey', 'create'],
  ['passkey', 'remove'],
]

test('AD-16 a role acts on users with roles only if it covers these roles', () => {
  for (const name of roleNames) {
    for (const role of roleNames) {
      const bob = { userId: 'bob', memberships: given(role) }
      for (const [subject, action] of overUser) {
        const plain = may(callerWith(name), action, subject, places.acme, withoutRoles) === undefined
        const allowed = may(callerWith(name), action, subject, places.acme, bob) === undefined
        assert.equal(allowed, plain && (covers.get(name)?.includes(role) ?? false), `${name}: ${action} ${subject} of ${role}`)
      }
    }
  }
})

test('AD-16 the end of a session needs no role of the user: the user signs in again', () => {
  for (const name of roleNames) {
    const plain = may(callerWith(name), 'remove', 'session', places.acme, withoutRoles) === undefined
    for (const role of roleNames) {
      const bob = { userId: 'bob', memberships: given(role) }
      assert.equal(may(callerWith(name), 'remove', 'session', places.acme, bob) === undefined, plain, `${name}: ${role}`)
    }
  }
})

test('AD-16 roles of a user that do not count now count against the caller', () => {
  const memberships = given('IAM_OWNER').map((membership) => ({ ...membership, active: false }))
  assert.equal(may(callerWith('ORG_OWNER'), 'remove', 'humanUser', places.acme, { userId: 'bob', memberships })?.rule, 'manager')
})

test('AD-17 users cannot change their own state, and only users who manage their own account may remove it without the right to remove others', () => {
  for (const name of callers) {
    const caller = callerOf({ id: 'ann' }, membershipsOf(name))
    const self = { userId: 'ann', memberships: membershipsOf(name) }
    assert.equal(may(caller, 'change_state', 'humanUser', places.acme, self)?.rule, 'self', name)
    const others = may(caller, 'remove', 'humanUser', places.acme, withoutRoles) === undefined
    const own = may(caller, 'remove', 'humanUser', places.acme, self) === undefined
    assert.equal(own, others || ['SELF_MANAGEMENT_GLOBAL', 'ORG_USER_SELF_MANAGER'].includes(name), name)
  }
})

test('a further role never takes a right away', () => {
  for (const one of roleNames) {
    for (const other of roleNames) {
      for (const place of placeNames) {
        const together = permissionsAt(given(one, other), places[place])
        for (const permission of permissionsAt(given(one), places[place]))
          assert.ok(together.has(permission), `${one} with ${other} lost ${permission} at ${place}`)
      }
    }
  }
})

test('a caller who covers a role may do everything that it allows', () => {
  for (const [name, covered] of covers) {
    for (const role of covered) {
      assert.ok(isRole(name) && isRole(role))
      for (const { subjects: kinds, at } of groups) {
        for (const [subject, place, action] of kinds.flatMap((kind) =>
          at.flatMap((each) => all.map((act) => [kind, each, act] as const)),
        )) {
          if (may(callerWith(role), action, subject, places[place], withoutRoles) !== undefined) continue
          assert.equal(
            may(callerWith(name), action, subject, places[place], withoutRoles),
            undefined,
            `${name}, ${role}: ${action} ${subject} at ${place}`,
          )
        }
      }
    }
  }
})

test('covering is transitive, and each role covers itself unless it acts for others', () => {
  for (const [name, covered] of covers) {
    for (const role of covered)
      for (const further of covers.get(role) ?? []) assert.ok(covered.includes(further), `${name} covers ${role}, which covers ${further}`)
  }
  for (const name of roleNames) assert.equal(covers.get(name)?.includes(name) ?? false, !name.endsWith('_IMPERSONATOR'), name)
})

function isRole(name: string): name is RoleName {
  return roleNames.some((each) => each === name)
}
