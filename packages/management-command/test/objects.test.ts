// What all kinds of objects have in common: the cells of a list, and the members that options set.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeOutcome } from '../src/commands/call.ts'
import type { Call } from '../src/commands/call.ts'
import { listOutcome, membersFrom, pagesOf, readList } from '../src/commands/objects.ts'

function callWith(options: Readonly<Record<string, readonly string[]>>): Call {
  const given: Call['given'] = {
    words: [],
    has: (option) => option in options,
    value: (option) => options[option]?.[0],
    values: (option) => options[option] ?? [],
  }
  // These functions read nothing but the options.
  return { given } as unknown as Call
}

test('a cell shows a time without fractions, a state without its prefix, a list with commas, and nothing for a missing member', () => {
  const entry = { name: 'Shop', roles: ['reader', 'writer'], state: 'APP_STATE_INACTIVE', on: true }
  const items = [{ createdAt: '2026-01-31T08:00:00.125Z', entry: { ...entry, group: undefined } }]
  const columns = {
    name: 'entry.name',
    roles: 'entry.roles',
    state: 'entry.state',
    on: 'entry.on',
    group: 'entry.group',
    created: 'createdAt',
    upper: ({ entry: { name } }: (typeof items)[number]) => name.toUpperCase(),
  } as const
  const { blocks, hints, json } = listOutcome({ items, more: true }, columns, 'None.')
  const rows = [['Shop', 'reader, writer', 'inactive', 'true', undefined, '2026-01-31 08:00:00Z', 'SHOP']]
  assert.deepEqual(blocks, [{ columns: Object.keys(columns), rows, empty: 'None.' }])
  assert.deepEqual(hints, ['These are the first 1. --all shows all of them, --limit NUMBER more.'])
  assert.deepEqual(json, { items, more: true })
})

test('an object without a state is active', () => {
  const items: readonly { readonly state?: string }[] = [{}]
  assert.deepEqual(listOutcome({ items, more: false }, { state: 'state' }, '').blocks, [
    { columns: ['state'], rows: [['active']], empty: '' },
  ])
})

test('options set members at their paths: texts, lists, states with a prefix, and switches', () => {
  const members = {
    name: 'app.name',
    'redirect-uri': { path: 'app.redirectUris', list: true },
    state: { path: 'state', prefix: 'STATE' },
    primary: 'isPrimary',
    group: 'group',
  } as const
  const call = callWith({ name: ['Shop'], 'redirect-uri': ['https://a.example', 'https://b.example'], state: ['inactive'], primary: [] })
  assert.deepEqual(membersFrom(call, members), {
    app: { name: 'Shop', redirectUris: ['https://a.example', 'https://b.example'] },
    state: 'STATE_INACTIVE',
    isPrimary: true,
  })
  assert.deepEqual(membersFrom(callWith({}), members), {})
})

test('lists are read one after the other up to the limit, with the filters that have a value', async () => {
  const requests: object[] = []
  const list = (...items: readonly number[]) => ({
    async *pages(options: { readonly limit: number; readonly filter: object }) {
      requests.push(options)
      yield await Promise.resolve({ items: items.slice(0, options.limit) })
    },
  })
  const lists = [pagesOf(list(1, 2), { q: 'a', state: undefined }), pagesOf(list(3, 4))]
  assert.deepEqual(await readList(callWith({ limit: ['3'] }), ...lists), { items: [1, 2, 3], more: true })
  assert.deepEqual(requests, [
    { limit: 4, filter: { q: 'a' } },
    { limit: 2, filter: {} },
  ])
  assert.deepEqual(await readList(callWith({ all: [] }), ...lists), { items: [1, 2, 3, 4], more: false })
})

test('a dry run says what would happen, and names the members that would change', () => {
  const change = { path: '', action: 'changed', changed: ['app.name', 'state'] } as const
  assert.deepEqual(changeOutcome(callWith({ 'dry-run': [] }), change, 'the application Shop').blocks, [
    'Would change the application Shop (app.name, state).',
  ])
})
