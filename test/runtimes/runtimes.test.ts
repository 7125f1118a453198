// One suite for Node, Bun and Deno: the service is a process that is known by what it writes and by what it answers over the network.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runtimes } from '../support/runtimes.ts'
import { onEvery } from './stage.ts'
import { administrationSuite } from './suite/administration.ts'
import { clientSuite } from './suite/client.ts'
import { exampleSuite } from './suite/example.ts'
import { importedPeopleSuite } from './suite/imported-people.ts'
import { messageSuite } from './suite/messages.ts'
import { operationsSuite } from './suite/operations.ts'
import { passkeySuite } from './suite/passkeys.ts'
import { refusedStartSuite } from './suite/refused-start.ts'
import { shutdownSuite } from './suite/shutdown.ts'
import { signInSuite } from './suite/sign-in.ts'
import { startSuite } from './suite/start.ts'
import { takeoverSuite } from './suite/takeover.ts'

const verdicts = onEvery(runtimes, (stage) => {
  startSuite(stage)
  refusedStartSuite(stage)
  signInSuite(stage)
  importedPeopleSuite(stage)
  administrationSuite(stage)
  clientSuite(stage)
  shutdownSuite(stage)
  messageSuite(stage)
  operationsSuite(stage)
  exampleSuite(stage)
})

takeoverSuite()
passkeySuite()

test('the same tests ran on Node, Bun and Deno, with the same verdicts', () => {
  const { Node: node, ...others } = verdicts
  assert.ok(node !== undefined && node.size > 0)
  assert.deepEqual(Object.keys(others), ['Bun', 'Deno'])
  for (const [name, other] of Object.entries(others)) assert.deepEqual(other, node, name)
})
