// What a first start makes.
import { canonicalize } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoApplication, firstOrganization, firstPolicies } from '../src/first-start.ts'

test('the documents of a first start are in the form that reading gives', () => {
  for (const document of [
    firstOrganization('https://id.example'),
    firstOrganization('http://localhost:8080'),
    firstPolicies('https://id.example'),
    demoApplication(),
  ])
    assert.deepEqual(canonicalize(document), document)
})
