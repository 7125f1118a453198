// The next step of a login, decided together with interaction() of core-protocol, as in a running provider.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuthorizationRequest, Candidate, DueStep, SecondFactor } from '@symbolon/core-protocol'
import { interaction } from '@symbolon/core-protocol'
import { nextStep } from '../src/visit/next-step.ts'

const now = 1_000_000_000
const requestedAt = now - 60_000

interface CandidateOptions {
  readonly due?: DueStep
  readonly offered?: readonly DueStep[]
  readonly authenticatedAt?: number
  readonly secondFactors?: readonly SecondFactor[]
}

function candidate(id: string, options: CandidateOptions = {}): Candidate {
  const authenticatedAt = options.authenticatedAt ?? requestedAt - 3_600_000
  return {
    session: {
      id: `session-of-${id}`,
      userId: id,
      authenticatedAt,
      createdAt: 1,
      expiresAt: now * 2,
      factors: [{ method: 'pwd', at: authenticatedAt }],
    },
    user: {
      id,
      kind: 'human',
      orgId: 'org',
      state: 'active',
      orgActive: true,
      orgName: 'Org',
      userName: id,
      loginName: `${id}@org.example`,
      displayName: id,
      secondFactors: options.secondFactors ?? [],
      email: { address: `${id}@mail.example`, verified: true },
      createdAt: 0,
      timesEnded: 0,
      updatedAt: 0,
    },
    due: options.due,
    offered: options.offered ?? [],
    counted: [],
  }
}

interface Row {
  readonly title: string
  readonly request?: Partial<AuthorizationRequest>
  readonly candidates?: readonly Candidate[]
  readonly progress?: { readonly sessionId?: string; readonly loginName?: string; readonly skipped?: readonly string[] }
  /** A step such as `first_factor:` is followed by the login name, and by `!` when no other user may sign in. */
  readonly expected: string
}

const [ann, bob] = [candidate('ann'), candidate('bob')]
const fresh = candidate('ann', { authenticatedAt: requestedAt + 1 })

const rows: readonly Row[] = [
  { title: 'no session', expected: 'login_name' },
  { title: 'no session, with a login_hint, which fills the field', request: { loginHint: 'ann' }, expected: 'login_name:ann' },
  { title: 'a login name was typed', progress: { loginName: 'ann' }, expected: 'first_factor:ann' },
  { title: 'one session', candidates: [ann], expected: 'resume' },
  { title: 'two sessions', candidates: [ann, bob], expected: 'accounts:ann,bob' },
  {
    title: 'two sessions, with a login_hint that names one of the users',
    candidates: [ann, bob],
    request: { loginHint: 'BOB@mail.example' },
    expected: 'resume',
  },
  { title: 'select_account with one session', candidates: [ann], request: { prompt: ['select_account'] }, expected: 'accounts:ann' },
  {
    title: 'select_account, with a chosen session',
    candidates: [ann, bob],
    request: { prompt: ['select_account'] },
    progress: { sessionId: 'session-of-bob' },
    expected: 'resume',
  },
  {
    title: 'a chosen session that this browser does not have',
    candidates: [ann, bob],
    progress: { sessionId: 'session-of-eve' },
    expected: 'accounts:ann,bob',
  },
  { title: 'AZ-14 prompt=login with one session', candidates: [ann], request: { prompt: ['login'] }, expected: 'login_name' },
  {
    title: 'AZ-14 prompt=login with a chosen session',
    candidates: [ann],
    request: { prompt: ['login'] },
    progress: { sessionId: 'session-of-ann' },
    expected: 'first_factor:ann@org.example',
  },
  {
    title: 'prompt=login, after a sign-in for this request',
    candidates: [fresh],
    request: { prompt: ['login'] },
    progress: { sessionId: 'session-of-ann', loginName: 'ann@org.example' },
    expected: 'resume',
  },
  { title: 'max_age has passed', candidates: [ann], request: { maxAge: 60 }, expected: 'first_factor:ann@org.example' },
  {
    title: 'the password is due by policy',
    candidates: [candidate('ann', { due: 'first_factor' })],
    expected: 'first_factor:ann@org.example',
  },
  {
    title: 'another login name was typed than that of the user whose password is due',
    candidates: [candidate('ann', { due: 'first_factor' })],
    progress: { loginName: 'bob' },
    expected: 'first_factor:bob',
  },
  {
    title: 'a login name was typed, and another user signed in in another tab',
    candidates: [bob],
    progress: { loginName: 'ann' },
    expected: 'first_factor:ann',
  },
  {
    title: 'a login name was typed, and that user signed in in another tab',
    candidates: [ann],
    progress: { loginName: 'ann@mail.example' },
    expected: 'resume',
  },
  {
    title: 'the session was replaced by that of another user in another tab',
    candidates: [bob],
    progress: { sessionId: 'session-of-ann', loginName: 'ann@org.example' },
    expected: 'first_factor:ann@org.example',
  },
  {
    title: 'the session was replaced by another session of the same user',
    candidates: [ann],
    progress: { sessionId: 'lost', loginName: 'ann@org.example' },
    expected: 'resume',
  },
  { title: 'the chosen session has ended', candidates: [bob], progress: { sessionId: 'session-of-ann' }, expected: 'accounts:bob' },
  { title: 'the request demands a user who is signed in', candidates: [ann, bob], request: { subject: 'bob' }, expected: 'resume' },
  {
    title: 'the request demands a user whose password is due',
    candidates: [candidate('bob', { due: 'first_factor' })],
    request: { subject: 'bob' },
    expected: 'first_factor:bob@org.example!',
  },
  {
    title: 'the request demands a user without a session, whose name is not shown',
    candidates: [ann],
    request: { subject: 'bob' },
    expected: 'login_name',
  },
  { title: 'prompt=create', candidates: [ann], request: { prompt: ['create'] }, expected: 'registration' },
  { title: 'prompt=none without a session', request: { prompt: ['none'] }, expected: 'resume' },
  {
    title: 'a second factor is due',
    candidates: [candidate('ann', { due: 'second_factor', secondFactors: ['otp'] })],
    expected: 'second_factor:ann@org.example',
  },
  {
    title: 'a second factor is due, and the request demands this user',
    request: { subject: 'ann' },
    candidates: [candidate('ann', { due: 'second_factor', secondFactors: ['otp'] }), bob],
    expected: 'second_factor:ann@org.example!',
  },
  {
    title: 'LG-06 a second factor is due, with prompt=login',
    request: { prompt: ['login'] },
    candidates: [candidate('ann', { due: 'second_factor', secondFactors: ['otp'] })],
    progress: { sessionId: 'session-of-ann' },
    expected: 'first_factor:ann@org.example',
  },
  {
    title: 'a second factor is due, with prompt=none',
    request: { prompt: ['none'] },
    candidates: [candidate('ann', { due: 'second_factor', secondFactors: ['otp'] })],
    expected: 'resume',
  },
  {
    title: 'a composed step is due',
    candidates: [candidate('ann', { due: 'factor_setup' })],
    expected: 'factor_setup:ann@org.example',
  },
  {
    title: 'a step is offered after a sign-in for this request',
    candidates: [candidate('ann', { authenticatedAt: requestedAt + 1, offered: ['add_passkey', 'add_app'] })],
    expected: 'offer add_passkey:ann@org.example',
  },
  {
    title: 'nothing more is offered after one offer was skipped',
    candidates: [candidate('ann', { authenticatedAt: requestedAt + 1, offered: ['add_passkey', 'add_app'] })],
    progress: { skipped: ['add_passkey'] },
    expected: 'resume',
  },
  {
    title: 'nothing is offered in a session that is older than the request',
    candidates: [candidate('ann', { offered: ['add_app'] })],
    expected: 'resume',
  },
  {
    title: 'LG-25 prompt=none while a step is offered',
    candidates: [candidate('ann', { authenticatedAt: requestedAt + 1, offered: ['add_app'] })],
    request: { prompt: ['none'] },
    expected: 'resume',
  },
  {
    title: 'a required step comes before an offered one',
    candidates: [candidate('ann', { authenticatedAt: requestedAt + 1, due: 'password_change', offered: ['add_app'] })],
    expected: 'password_change:ann@org.example',
  },
]

for (const { title, request, candidates = [], progress = {}, expected } of rows) {
  test(`${/^(AZ|LG)-/.test(title) ? '' : 'next step: '}${title} → ${expected}`, () => {
    const whole: AuthorizationRequest = {
      clientId: 'app',
      redirectUri: 'https://app.example/cb',
      responseType: 'code',
      responseMode: 'query',
      scope: ['openid'],
      prompt: [],
      uiLocales: [],
      ...request,
    }
    const decision = interaction(whole, candidates, {
      requestedAt,
      now,
      chosenSessionId: progress.sessionId,
      chosenLoginName: progress.loginName,
    })
    const next = nextStep(decision, { request: whole, createdAt: requestedAt, ...progress }, candidates)
    assert.equal(describe(next), expected)
  })
}

function describe(next: ReturnType<typeof nextStep>): string {
  switch (next.kind) {
    case 'resume':
    case 'refused':
      return next.kind
    case 'login_name':
      return next.loginName === undefined ? 'login_name' : `login_name:${next.loginName}`
    case 'registration':
      return next.loginName === undefined ? 'registration' : `registration:${next.loginName}`
    case 'account_selection':
      return `accounts:${next.choices.map(({ user }) => user.id).join()}`
    case 'offer':
      return `offer ${next.step}:${next.subject.loginName}`
    case 'authenticate':
      return `${next.step}:${next.subject.loginName}${next.subject.fixed ? '!' : ''}`
  }
}
