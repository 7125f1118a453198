// The client is read from the header or from a copy of the body; the endpoint finds the body as it was.
import { formLimit } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namedClient } from '../src/named-client.ts'

const form = 'application/x-www-form-urlencoded'

function post(body: BodyInit | null, headers: Record<string, string> = { 'content-type': form }): Request {
  // `duplex` is what Node asks for when the body is a stream.
  return new Request('https://id.example/oauth/v2/token', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
}

test('a client is named by Basic, by the body, or by its assertion', async () => {
  assert.equal(await namedClient(post(null, { authorization: `Basic ${btoa('portal%3A1:secret')}` })), 'portal:1')
  assert.equal(await namedClient(post('grant_type=x&client_id=portal&client_secret=s')), 'portal')
  assert.equal(await namedClient(post('client_id=portal')), 'portal')
  const assertion = `e30.${btoa('{"iss":"portal"}').replace(/=+$/, '')}.x`
  const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
  assert.equal(await namedClient(post(`client_assertion_type=${encodeURIComponent(type)}&client_assertion=${assertion}`)), 'portal')
})

test('whatever is no client is none, and no error', async () => {
  const bodies = ['', 'client_id=', 'client_id=%', `client_id=${'a'.repeat(256)}`, 'client_assertion=x', 'a&'.repeat(2000)]
  for (const body of bodies) assert.equal(await namedClient(post(body)), undefined, body.slice(0, 40))
  assert.equal(await namedClient(post(null, { authorization: 'Basic %%%' })), undefined)
  assert.equal(await namedClient(post('{"client_id":"portal"}', { 'content-type': 'application/json' })), undefined)
  assert.equal(await namedClient(post(new Uint8Array([0xff, 0xfe]))), undefined)
  assert.equal(await namedClient(new Request('https://id.example/oauth/v2/token')), undefined)
})

test('the body is there afterwards, as it was', async () => {
  const request = post('client_id=portal&x=%C3%A9')
  await namedClient(request)
  assert.equal(await request.text(), 'client_id=portal&x=%C3%A9')
})

test('a body that is too long is not waited for, and what reads it on finds all of it', async () => {
  const body = `client_id=portal&x=${'a'.repeat(4 * formLimit)}`
  const request = post(new Blob([body]).stream())
  assert.equal(await namedClient(request), undefined)
  assert.equal((await request.text()).length, body.length)
})

test('a body that breaks off is no error here', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('client_id=por'))
      controller.error(new Error('hung up'))
    },
  })
  assert.equal(await namedClient(post(body)), undefined)
})
