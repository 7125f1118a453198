// Schedules of clients, users, operators, faults and clocks against a model of what each token may do. The seeds are the same each time: what
// fails here fails again.
import { test } from 'node:test'
import { seedsUntil, simulate } from './simulate.ts'

const schedules = process.env['SYMBOLON_TEST_LONG'] === '1' ? 10_000 : 50
const chosen = process.env['SYMBOLON_TEST_SEED']

test('RL-14 RL-26 whatever clients, users, operators, faults and clocks do, the model explains every answer', async () => {
  await simulate(chosen === undefined ? Array.from({ length: schedules }, (_, index) => index + 1) : seedsUntil(Number(chosen)))
})
