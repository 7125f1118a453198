// Authorization requests that must not succeed, and where their error goes.
// https://openid.net/specs/openid-connect-core-1_0.html#AuthError
import { base64url } from 'jose'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkErrorPage, readErrorCallback } from '../../support/conformance/callback.ts'
import { authorizationUrl, newRequest } from '../../support/conformance/flow.ts'
import type { Fields } from '../../support/conformance/flow.ts'
import type { Plan } from '../../support/conformance/plan.ts'
import { callbackUri } from '../../support/conformance/registration.ts'

export function refusedRequestModules(plan: Plan): void {
  test('oidcc-response-type-missing the client gets the error', async () => {
    const request = newRequest(plan, { request: { response_type: undefined } })
    const page = await plan.newUserAgent().get(authorizationUrl(plan, request))
    assert.equal(readErrorCallback(plan, page, request), 'invalid_request')
  })

  test('oidcc-ensure-registered-redirect-uri a callback that is not registered gets no redirect, but the user an error page', async () => {
    const request = newRequest(plan, { request: { redirect_uri: `${callbackUri}/${crypto.randomUUID()}` } })
    checkErrorPage(await plan.newUserAgent().get(authorizationUrl(plan, request)))
  })

  test('oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported it is refused aloud', async () => {
    assert.equal(plan.metadata['request_parameter_supported'], false)
    const inner = newRequest(plan)
    // What the suite puts into the object it leaves out of the request, the response mode among it.
    const { response_mode: _, ...outer } = inner
    const request = { ...outer, state: 'outer-state', nonce: 'outer-nonce', request: unsigned(plan, inner) }
    const page = await plan.newUserAgent().get(authorizationUrl(plan, request))
    assert.equal(readErrorCallback(plan, page, request), 'request_not_supported')
  })

  test('oidcc-ensure-request-object-with-redirect-uri a request object does not lend its callback to the request', async () => {
    const inner = newRequest(plan)
    const request = { ...inner, redirect_uri: `${callbackUri}_invalid`, request: unsigned(plan, inner) }
    checkErrorPage(await plan.newUserAgent().get(authorizationUrl(plan, request)))
  })

  test('oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported it is refused aloud', async () => {
    assert.equal(plan.metadata['request_uri_parameter_supported'], false)
    const request = newRequest(plan, { request: { request_uri: 'https://localhost.emobix.co.uk:8443/test/a/symbolon/requesturi' } })
    const page = await plan.newUserAgent().get(authorizationUrl(plan, request))
    assert.equal(readErrorCallback(plan, page, request), 'request_uri_not_supported')
  })
}

/** https://openid.net/specs/openid-connect-core-1_0.html#ImplicitAuthRequest */
export function nonceModule(plan: Plan): void {
  test('oidcc-ensure-request-without-nonce-fails the client gets the error', async () => {
    const request = newRequest(plan, { request: { nonce: undefined } })
    const page = await plan.newUserAgent().get(authorizationUrl(plan, request))
    assert.equal(readErrorCallback(plan, page, request), 'invalid_request')
  })
}

/** https://openid.net/specs/openid-connect-core-1_0.html#RequestObject with `alg` none. */
function unsigned(plan: Plan, request: Fields): string {
  const encode = (value: object): string => base64url.encode(JSON.stringify(value))
  return `${encode({ alg: 'none' })}.${encode({ ...request, iss: request['client_id'], aud: plan.issuer })}.`
}
