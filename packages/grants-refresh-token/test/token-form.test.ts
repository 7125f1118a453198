// The form of refresh tokens: a handle that stays in the family, a secret that follows from the token before.
import { createSealing, digest } from '@symbolon/core-protocol'
import type { Context } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstToken, readToken, successorOf } from '../src/token-form.ts'

const sealing = await createSealing(new Uint8Array(32).fill(1))
const another = await createSealing(new Uint8Array(32).fill(2))
const randomToken = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
/** As much of a context as the form needs. */
const contextOf = (key: typeof sealing): Pick<Context, 'randomToken' | 'sealing'> => ({ randomToken, sealing: key })

test('a token has 256 random bits after a prefix and a handle of 132 bits', () => {
  const tokens = Array.from({ length: 100 }, () => firstToken(contextOf(sealing)))
  for (const token of tokens) assert.match(token, /^symbolon_rt_[A-Za-z0-9_-]{22}[A-Za-z0-9_-]{43}$/)
  assert.equal(new Set(tokens.map((token) => token.slice(0, 34))).size, 100)
  assert.equal(new Set(tokens.map((token) => token.slice(34))).size, 100)
})

test('the successor is the same each time, of the same family, and differs under another master key', async () => {
  const token = firstToken(contextOf(sealing))
  const successor = successorOf(token, contextOf(sealing))
  assert.equal(successorOf(token, contextOf(sealing)), successor)
  assert.equal(successor.slice(0, 34), token.slice(0, 34))
  assert.notEqual(successor.slice(34), token.slice(34))
  assert.equal(successor.length, token.length)
  assert.notEqual(successorOf(token, contextOf(another)), successor)
})

test('a line of successors never comes back to itself', async () => {
  const line = [firstToken(contextOf(sealing))]
  for (let generation = 0; generation < 200; generation++) line.push(successorOf(line.at(-1) ?? '', contextOf(sealing)))
  assert.equal(new Set(line).size, 201)
  assert.equal(new Set(line.map((token) => readToken(token)?.family)).size, 1)
})

test('the stores know a token by digests of its handle and of the whole of it', async () => {
  const token = firstToken(contextOf(sealing))
  assert.deepEqual(readToken(token), { family: digest(token.slice(12, 34)), digest: digest(token) })
  const others = [
    '',
    'x',
    token.slice(1),
    `${token}A`,
    token.slice(0, -1),
    `${token}\n`,
    token.replace('_rt_', '_at_'),
    token.replace(/.$/, '='),
  ]
  for (const other of others) {
    assert.equal(readToken(other), undefined, other)
  }
})
