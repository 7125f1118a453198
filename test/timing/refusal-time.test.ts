// Whether an attacker who measures refusals can distinguish users with an imported bcrypt hash from users with a hash of ours, users without a
// password, and unknown names.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acmeWith } from '../support/acme.ts'
import { authorizationUrl } from '../support/code-flow.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'

/** `correct horse` by libxcrypt; some 57 ms to verify, where a hash of ours takes 11. */
const slowHash = '$2b$10$abcdefghijklmnopqrstuu23JPZtHcGhwXSF41f93o/7vBdDut3Xu'
const kinds = ['unknown', 'own', 'without', 'imported'] as const
type Kind = (typeof kinds)[number]
const rounds = 20

let provider: TestProvider
before(async () => {
  const user = (userName: string) => ({ userName, profile: { firstName: 'F', lastName: 'L' } })
  provider = await startTestProvider({
    document: acmeWith({
      lockoutPolicy: { maxPasswordAttempts: 0 },
      humanUsers: [
        { userId: 'own', user: { ...user('own'), password: 'a password of this provider' } },
        { userId: 'without', user: user('without') },
        { userId: 'imported', user: { ...user('imported'), hashedPassword: { value: slowHash } } },
      ],
    }),
  })
})
after(async () => await provider.close())

/** Milliseconds from the post of a wrong password to the page. */
async function refusalOf(kind: Kind): Promise<number> {
  const userAgent = provider.newUserAgent()
  const page = await userAgent.submit(await userAgent.get(authorizationUrl(provider)), { loginName: `${kind}@acme.example` })
  const begin = performance.now()
  const refused = await userAgent.submit(page, { password: 'not the password' })
  const elapsed = performance.now() - begin
  assert.match(refused.text, /User name or password is incorrect/)
  return elapsed
}

async function measure(): Promise<Readonly<Record<Kind, readonly number[]>>> {
  const times: Record<Kind, number[]> = { unknown: [], own: [], without: [], imported: [] }
  for (let round = 0; round < rounds; round++) {
    // Every try counts: none comes too early.
    provider.clock.advance(120)
    for (const [place] of kinds.entries()) {
      const kind = kinds[(place + round) % kinds.length] ?? 'unknown'
      times[kind].push(await refusalOf(kind))
    }
  }
  return times
}

/** Two-sided p of the Mann–Whitney test, in the normal approximation. */
function mannWhitney(left: readonly number[], right: readonly number[]): number {
  const wins = left.reduce((sum, a) => sum + right.reduce((count, b) => count + (a > b ? 1 : a === b ? 0.5 : 0), 0), 0)
  const pairs = left.length * right.length
  const deviation = Math.sqrt((pairs * (left.length + right.length + 1)) / 12)
  return 2 * (1 - normal(Math.abs(wins - pairs / 2) / deviation))
}

/** The standard normal distribution. https://personal.math.ubc.ca/~cbm/aands/page_932.htm (26.2.17) */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const polynomial = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - (Math.exp(-(z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

test('PW-01 the times of refusals are not separable, whatever stands behind the name', async (context) => {
  // One measurement in a hundred differs by chance, and more on a busy machine; a difference that is there is there every time.
  for (let attempt = 1; ; attempt++) {
    const times = await measure()
    const found = kinds.filter((kind) => kind !== 'unknown').map((kind) => [kind, mannWhitney(times.unknown, times[kind])] as const)
    context.diagnostic(kinds.map((kind) => `${kind} ${median(times[kind]).toFixed(1)} ms`).join(', '))
    context.diagnostic(found.map(([kind, p]) => `${kind} p ${p.toFixed(3)}`).join(', '))
    if (found.every(([, p]) => p > 0.01)) return
    assert.ok(attempt < 4, 'users can be distinguished by time in four measurements')
  }
})

test('PW-01 the test above sees a difference of a few milliseconds', () => {
  const one = Array.from({ length: rounds }, (_, index) => 70 + ((index * 7) % 20))
  assert.ok(
    mannWhitney(
      one,
      one.map((time) => time + 12),
    ) < 0.01,
  )
  assert.ok(mannWhitney(one, one.toReversed()) > 0.9)
})
