// The client identifier is read from the header or from the body; the endpoint can still read the body.
import { BodyTooLarge, formLimit, fromRequest } from '@symbolon/core-protocol'
import type { HttpRequest } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientIdentifierOf } from '../src/client-identifier.ts'

const form = 'application/x-www-form-urlencoded'

function post(body: BodyInit | null, headers: Record<string, string> = { 'content-type': form }): HttpRequest {
  // `duplex` is what Node asks for when the body is a stream.
  return fromRequest(new Request('https://id.example/oauth/v2/token', { method: 'POST', body, headers, duplex: 'half' } as RequestInit))
}

test('the client identifier is read from Basic, from the form, and from the assertion', async () => {
  assert.equal(await clientIdentifierOf(post(null, { authorization: `Basic ${btoa('portal%3A1:secret')}` })), 'portal:1')
  assert.equal(await clientIdentifierOf(post('grant_type=x&client_id=portal&client_secret=s')), 'portal')
  assert.equal(await clientIdentifierOf(post('client_id=portal')), 'portal')
  const assertion = `e30.${btoa('{"iss":"portal"}').replace(/=+$/, '')}.x`
  const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
  assert.equal(await clientIdentifierOf(post(`client_assertion_type=${encodeURIComponent(type)}&client_assertion=${assertion}`)), 'portal')
})

test('a missing or malformed client identifier is undefined, not an error', async () => {
  const bodies = ['', 'client_id=', 'client_id=%', `client_id=${'a'.repeat(256)}`, 'client_assertion=x', 'a&'.repeat(2000)]
  for (const body of bodies) assert.equal(await clientIdentifierOf(post(body)), undefined, body.slice(0, 40))
  assert.equal(await clientIdentifierOf(post(null, { authorization: 'Basic %%%' })), undefined)
  assert.equal(await clientIdentifierOf(post('{"client_id":"portal"}', { 'content-type': 'application/json' })), undefined)
  assert.equal(await clientIdentifierOf(post(new Uint8Array([0xff, 0xfe]))), undefined)
  assert.equal(await clientIdentifierOf(fromRequest(new Request('https://id.example/oauth/v2/token'))), undefined)
})

test('the body can still be read afterwards', async () => {
  const request = post('client_id=portal&x=%C3%A9')
  await clientIdentifierOf(request)
  assert.equal(new TextDecoder().decode(await request.body.bytes(formLimit)), 'client_id=portal&x=%C3%A9')
})

test('a body that is too long is not read to its end, and the endpoint refuses it as well', async () => {
  let pulled = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1
      controller.enqueue(new TextEncoder().encode('a'.repeat(formLimit / 4)))
    },
  })
  const request = post(body)
  assert.equal(await clientIdentifierOf(request), undefined)
  assert.ok(pulled < 10, String(pulled))
  await assert.rejects(request.body.bytes(formLimit), BodyTooLarge)
})

test('a body that ends early is not an error', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('client_id=por'))
      controller.error(new Error('hung up'))
    },
  })
  assert.equal(await clientIdentifierOf(post(body)), undefined)
})
