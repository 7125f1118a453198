// Answers of authenticators with changed bytes: whatever they are, they are refused as answers are, and none of them signs in.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CredentialJson } from '@symbolon/test-kit'
import { creationOptions, requestOptions } from '../src/webauthn/ceremonies.ts'
import { CeremonyRefused } from '../src/webauthn/refusal.ts'
import { readAssertion } from '../src/webauthn/response.ts'
import { verifyAssertion } from '../src/webauthn/verify.ts'
import { authenticator, challenge, origin, register, rp, user, verifyCreation } from './authenticators.ts'

const mutations = process.env['SYMBOLON_TEST_LONG'] === '1' ? 50_000 : 250
const seed = Number(process.env['SYMBOLON_TEST_SEED'] ?? crypto.getRandomValues(new Uint32Array(1))[0])

/** Numbers from 0 to below the bound, the same for the same seed. */
function numbers(): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}

/** The bytes with one changed, removed, inserted or repeated stretch. */
function mutated(bytes: Buffer, below: (bound: number) => number): Buffer {
  const at = below(bytes.length)
  const length = 1 + below(8)
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
  const changes = [
    () => Buffer.concat([before, Buffer.of((bytes[at] ?? 0) ^ (1 + below(255))), after.subarray(1)]),
    () => Buffer.concat([before, after.subarray(length)]),
    () => Buffer.concat([before, Buffer.from(Array.from({ length }, () => below(256))), after]),
    () => Buffer.concat([before, after.subarray(0, length), after]),
  ]
  return changes[below(changes.length)]?.() ?? bytes
}

/** @returns the answer with one mutated member; undefined where the bytes stayed what they were */
function withMutation(answer: CredentialJson, members: readonly string[], below: (bound: number) => number): CredentialJson | undefined {
  const member = members[below(members.length)] ?? ''
  const bytes = Buffer.from(String(answer.response[member]), 'base64url')
  const changed = mutated(bytes, below)
  return changed.equals(bytes) ? undefined : { ...answer, response: { ...answer.response, [member]: changed.toString('base64url') } }
}

/** @returns whether the answer is accepted @throws everything but a refusal */
async function accepts(verify: () => Promise<unknown>): Promise<boolean> {
  try {
    await verify()
    return true
  } catch (error) {
    assert.ok(error instanceof CeremonyRefused, `with SYMBOLON_TEST_SEED=${seed}: ${String(error)}`)
    return false
  }
}

test('WA-11 no assertion with other bytes is accepted, and each is refused as an answer', async () => {
  const below = numbers()
  const { credential, passkey } = await register()
  const genuine = authenticator.get(requestOptions('sign_in', challenge, rp, undefined), credential)
  const verify = (answer: CredentialJson) => async () =>
    verifyAssertion(
      readAssertion(JSON.stringify(answer)),
      { ceremony: 'sign_in', challenge, origins: [origin], rpId: rp.id },
      passkey,
      undefined,
    )
  assert.ok(await accepts(verify(genuine)))
  for (let count = 0; count < mutations; count++) {
    const answer = withMutation(genuine, ['authenticatorData', 'clientDataJSON', 'signature', 'userHandle'], below)
    if (answer !== undefined) assert.ok(!(await accepts(verify(answer))), `with SYMBOLON_TEST_SEED=${seed}: ${JSON.stringify(answer)}`)
  }
})

test('WA-11 a registration with other bytes is refused as an answer, or is a credential without attestation', async () => {
  const below = numbers()
  const { response } = authenticator.create(creationOptions('passkey', challenge, rp, user, []))
  assert.ok(await accepts(async () => verifyCreation(response)))
  let refusals = 0
  for (let count = 0; count < mutations; count++) {
    const answer = withMutation(response, ['attestationObject', 'clientDataJSON'], below)
    if (answer !== undefined && !(await accepts(async () => verifyCreation(answer)))) refusals++
  }
  assert.ok(refusals > mutations / 4, String(refusals))
})
