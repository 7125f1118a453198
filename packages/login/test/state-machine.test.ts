// Walks all combinations of what the login decides by: what the session proved, what the user has set up, what the policy demands, and what
// the request asks. The expectations are written independently of the code.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { defaultLoginPolicy, interaction } from '@symbolon/core-protocol'
import type {
  Candidate,
  Context,
  DueSteps,
  FactorMethod,
  LoginPolicy,
  SecondFactor,
  Session,
  StoreName,
  User,
} from '@symbolon/core-protocol'
import { defineAuthenticator, recoveryCodeSetup, totpSetup } from '../src/index.ts'
import { findDueSteps } from '../src/steps/due-steps.ts'
import type { Composed } from '../src/steps/contract.ts'
import { nextStep } from '../src/visit/next-step.ts'
import type { NextStep, Progress } from '../src/visit/next-step.ts'
import { human } from './provider.ts'
import type { Answer, Provider } from './provider.ts'
import { openWithFactors } from './second-factors.ts'

const requestedAt = Date.UTC(2026, 0, 1)
const now = requestedAt + 1000
const [fresh, stale] = [now, now - 20 * 86_400_000]

/** What one combination is about. */
interface Facts {
  readonly session: Session
  readonly user: User
  readonly enrolled: readonly FactorMethod[]
  readonly policy: LoginPolicy
}

function* product<T extends Readonly<Record<string, readonly unknown[]>>>(
  choices: T,
): Generator<{ readonly [K in keyof T]: T[K][number] }> {
  const names = Object.keys(choices)
  const total = names.reduce((count, name) => count * (choices[name]?.length ?? 0), 1)
  for (let index = 0; index < total; index++) {
    let rest = index
    yield Object.fromEntries(
      names.map((name) => {
        const values = choices[name] ?? []
        const value = values[rest % values.length]
        rest = Math.floor(rest / values.length)
        return [name, value]
      }),
    ) as { readonly [K in keyof T]: T[K][number] }
  }
}

const sessionChoices = {
  pwd: [undefined, fresh, stale],
  ext: [undefined, fresh],
  user: [undefined, fresh],
  otp: [undefined, fresh, stale],
  pop: [undefined, fresh],
  recovery: [undefined, fresh],
} as const
const otherChoices = {
  hasApp: [false, true],
  hasKey: [false, true],
  hasPasskey: [false, true],
  forced: ['no', 'all', 'local'],
  allowed: [['otp'], ['pop'], ['otp', 'pop'], []],
  allowPasskey: [false, true],
  offers: [0, 3_600_000],
  change: [false, true],
} as const

const baseUser = {
  id: 'ann',
  kind: 'human',
  orgId: 'org-1',
  state: 'active',
  orgActive: true,
  userName: 'ann',
  loginName: 'ann@org.example',
}

function* combinations(): Generator<Facts> {
  const sessions = [...product(sessionChoices)].map((at) =>
    (Object.keys(sessionChoices) as readonly (keyof typeof sessionChoices)[]).flatMap((method) =>
      at[method] === undefined ? [] : [{ method, at: at[method] }],
    ),
  )
  for (const { hasApp, hasKey, hasPasskey, forced, allowed, allowPasskey, offers, change } of product(otherChoices)) {
    const enrolled: readonly FactorMethod[] = [
      ...(hasApp ? (['otp'] as const) : []),
      ...(hasKey ? (['pop'] as const) : []),
      ...(hasPasskey ? (['user'] as const) : []),
    ]
    const user = {
      ...baseUser,
      secondFactors: hasApp ? ['otp'] : [],
      ...(change ? { passwordChangeRequired: true } : {}),
    } as unknown as User
    const policy: LoginPolicy = {
      ...defaultLoginPolicy,
      allowPasskey,
      forceMfa: forced === 'all',
      forceMfaLocalOnly: forced === 'local',
      secondFactors: allowed,
      mfaInitSkipLifetime: offers,
    }
    for (const factors of sessions) {
      const session: Session = { id: 's', userId: 'ann', authenticatedAt: now, factors, createdAt: 0, expiresAt: now + 1 }
      yield { session, user, enrolled, policy }
    }
  }
}

async function dueOf({ session, user, enrolled, policy }: Facts): Promise<DueSteps> {
  const composed: Composed = {
    authenticators: [
      defineAuthenticator({
        name: 'all',
        step: 'first_factor',
        stores: [],
        enrolled: async () => enrolled.map((method) => ({ method })),
        endpoints: () => [],
      }),
    ],
    steps: [totpSetup(), recoveryCodeSetup()],
    detours: [],
  }
  // The facts that the stores would return: no user has recovery codes, or has skipped an offer before.
  const none = { find: async () => undefined }
  const stores = { policies: { findLoginPolicy: async () => policy }, skippedOffers: none, recoveryCodes: none }
  return await findDueSteps(session, user, undefined, composed, { now: () => now, stores } as unknown as Context<StoreName>)
}

/** Why the session may not answer, by the words of the policy; undefined when it may. */
function lackOf({ session: { factors }, user, enrolled, policy }: Facts): string | undefined {
  const proved = (method: FactorMethod): boolean => factors.some((factor) => factor.method === method && factor.at === fresh)
  const first = proved('pwd') || proved('ext')
  const hasKey = enrolled.includes('user') || enrolled.includes('pop')
  const passkey = proved('user') && hasKey && (first || policy.allowPasskey)
  if (!first && !passkey) return 'first factor'
  // A factor that the user does not have any more counts no longer. A passkey can be asked for as a security key.
  const has = (method: SecondFactor): boolean => enrolled.includes(method) || (method === 'pop' && enrolled.includes('user'))
  const second = (['otp', 'pop'] as const).filter((method) => proved(method) && has(method))
  const own: readonly SecondFactor[] = (['otp', 'pop'] as const).filter((method) => enrolled.includes(method))
  if (!passkey && own.length > 0 && second.length === 0 && !proved('recovery')) return 'second factor'
  const isForced = policy.forceMfa || (policy.forceMfaLocalOnly && proved('pwd'))
  const isMet = passkey || proved('recovery') || second.some((method) => policy.secondFactors.includes(method))
  if (isForced && !isMet) return 'factor of the policy'
  return user.passwordChangeRequired === true ? 'new password' : undefined
}

const requests = [...product({ prompt: [[], ['none'], ['login']], skipped: [[], ['totp_setup', 'recovery_code_setup']] } as const)]

function stepOf(facts: Facts, due: DueSteps, { prompt, skipped }: (typeof requests)[number]): NextStep & { readonly decided: string } {
  const candidate: Candidate = { session: facts.session, user: facts.user, due: due.required, offered: due.offered, counted: due.counted }
  const request = { prompt, uiLocales: [], returnTo: '/' }
  const state = { requestedAt, now, chosenSessionId: 's', chosenLoginName: 'ann@org.example' }
  const decision = interaction(request, [candidate], state)
  const progress: Progress = { request, sessionId: 's', loginName: 'ann@org.example', skipped, createdAt: requestedAt }
  return { ...nextStep(decision, progress, [candidate]), decided: decision.kind }
}

test('LG-23 LG-25 in no combination a session answers that lacks something, an offer blocks, or a forced set-up is skipped', async () => {
  const seen = new Set<NextStep['kind']>()
  for (const facts of combinations()) {
    const lack = lackOf(facts)
    const due = await dueOf(facts)
    const check = (holds: boolean, rule: string): void => {
      if (!holds) assert.fail(`${rule} (lacks ${lack}, due ${due.required}): ${JSON.stringify(facts)}`)
    }
    check((due.required === undefined) === (lack === undefined), 'a step is required exactly where something is lacking')
    for (const request of requests) {
      const next = stepOf(facts, due, request)
      const isSilent = request.prompt[0] === 'none'
      seen.add(next.kind)
      check((next.decided === 'proceed') === (lack === undefined), 'the request is answered exactly where nothing is lacking')
      if (next.kind === 'resume') check(lack === undefined || isSilent, 'no page is left out')
      if (next.kind === 'offer') check(lack === undefined && !isSilent && request.skipped.length === 0, 'an offer blocks nothing')
      if (lack !== undefined && !isSilent) check(next.kind === 'authenticate' && next.step === due.required, 'nothing required is skipped')
    }
    const offersApp = due.required === 'totp_setup' || due.offered.includes('totp_setup')
    check(!offersApp || facts.policy.secondFactors.includes('otp'), 'nothing is set up that the policy does not allow')
    const isWeak = facts.session.factors.every(({ method }) => method === 'pwd' || method === 'ext')
    const hasSecondFactor = facts.enrolled.some((method) => method !== 'user')
    check(
      !isWeak || !hasSecondFactor || (!offersApp && due.offered.length === 0),
      'the password alone leads a user with factors to no set-up',
    )
  }
  assert.deepEqual([...seen].toSorted(), ['authenticate', 'offer', 'resume'], 'every kind of step occurs')
})

let provider: Provider
before(async () => {
  provider = await openWithFactors({ forceMfa: true })
  await provider.put(
    human('locked', 'new:right', 'USER_STATE_LOCKED'),
    human('inactive', 'new:right', 'USER_STATE_INACTIVE'),
    human('initial', 'new:right', 'USER_STATE_INITIAL'),
    human('external', undefined),
    { ...human('strong', 'new:right'), secrets: { passwordHash: 'new:right', sealedOtpSecret: 'sealed' } },
  )
})
after(async () => {
  await provider.close()
})

test('LG-27 the pages of an unknown name are those of every state of a user: byte for byte, after the name and after a wrong password', async () => {
  const pagesOf = async (loginName: string): Promise<readonly unknown[]> => {
    const browser = provider.browser()
    const id = await browser.begin()
    const plain = ({ status, headers, page }: Answer): unknown => {
      const shown = JSON.stringify(page)
        .replaceAll(loginName, 'NAME')
        .replaceAll(id, 'ID')
        .replaceAll(/"csrf":"[^"]*"/g, '"csrf"')
      return [status, [...headers], shown]
    }
    return [plain(await browser.submit(id, { loginName })), plain(await browser.submit(id, { password: 'wrong' }))]
  }
  const unknown = await pagesOf('unknown')
  for (const name of ['ann', 'locked', 'inactive', 'initial', 'external', 'strong']) assert.deepEqual(await pagesOf(name), unknown, name)
})
