// A form as data: the values of a stored entry go into the controls and come back as the same entry.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entryFrom, formFields, formValues, problemsIn } from '../src/html/fields.ts'
import type { FormField } from '../src/html/fields.ts'

const form: readonly FormField[] = [
  { name: 'app.name', label: 'Name', required: true },
  { name: 'app.uris', label: 'Addresses', kind: 'lines' },
  { name: 'app.devMode', label: 'Development', kind: 'check' },
  { name: 'app.grants', label: 'Grants', kind: 'checks', choices: ['code', 'refresh', 'device'].map((value) => ({ value, label: value })) },
  {
    name: 'app.skew',
    label: 'Skew',
    kind: 'number',
    problem: ([typed = '']) => (typed === '' || Number(typed) <= 5 ? undefined : 'At most 5.'),
    toMember: (typed) => (typed === '' ? undefined : `${typed}s`),
    fromMember: (stored) => stored.replace(/s$/, ''),
  },
  { name: 'secret', label: 'Secret', kind: 'password' },
  { name: 'state', label: 'State', kind: 'select', choices: [{ value: '', label: 'Active' }] },
]

const stored = {
  app: {
    projectId: 'shop',
    name: 'Web',
    uris: ['https://one.example', 'https://two.example'],
    devMode: true,
    grants: ['refresh', 'code'],
    skew: '3s',
  },
  state: 'STATE_INACTIVE',
  managementAccess: true,
}

const markupOf = (values: URLSearchParams): string => formFields(form, values, []).join('')

test('a form that is sent as it is filled changes nothing, not even the order of a list', () => {
  assert.deepEqual(entryFrom(form, formValues(form, stored), stored), stored)
})

test('a field that was emptied removes its member, and members without a field stay', () => {
  assert.deepEqual(entryFrom(form, new URLSearchParams({ 'app.name': ' New ' }), stored), {
    app: { projectId: 'shop', name: 'New', uris: [], grants: [] },
    managementAccess: true,
  })
})

test('a required text is stored empty, so that the refusal is about its field', () => {
  assert.deepEqual(entryFrom(form, new URLSearchParams())['app'], { name: '', uris: [], grants: [] })
})

test('empty fields of an object that is not stored do not create the object', () => {
  assert.deepEqual(entryFrom([{ name: 'user.email.email', label: 'Email' }], new URLSearchParams({ 'user.email.email': ' ' })), {})
})

test('a stored value that is not a choice gets a box, or stays without one', () => {
  const choices = [{ value: 'code', label: 'Code' }]
  const [shown, hidden] = [false, true].map((keepsOthers): FormField => ({
    name: 'grants',
    label: '',
    kind: 'checks',
    choices,
    keepsOthers,
  }))
  assert.ok(shown !== undefined && hidden !== undefined)
  const entry = { grants: ['other', 'code'] }
  assert.match(String(formFields([shown], formValues([shown], entry), []).join('')), /value="other" checked/)
  assert.deepEqual(entryFrom([shown], new URLSearchParams({ grants: 'code' }), entry), { grants: ['code'] })
  assert.deepEqual(entryFrom([hidden], new URLSearchParams(), entry), { grants: ['other'] })
})

test('a text that breaks the rule of its field is a violation of the field', () => {
  assert.deepEqual(problemsIn(form, new URLSearchParams({ 'app.skew': '5' })), [])
  const [violation] = problemsIn(form, new URLSearchParams({ 'app.skew': '6' }))
  assert.deepEqual([violation?.field, violation?.description], ['app.skew', 'At most 5.'])
})

test('a secret is stored as it was typed, and is not written back into the form', () => {
  const typed = new URLSearchParams({ secret: ' with spaces ' })
  assert.equal(entryFrom(form, typed)['secret'], ' with spaces ')
  assert.doesNotMatch(markupOf(typed), /with spaces/)
})
