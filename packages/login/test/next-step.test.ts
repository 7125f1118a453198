// What comes next in a login, together with core's decision, as in the running service.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuthorizationRequest, Candidate, DueStep, SecondFactor } from '@symbolon/core-protocol'
import { interaction } from '@symbolon/core-protocol'
import { nextStep } from '../src/visit/next-step.ts'

const now = 1_000_000_000
const requestedAt = now - 60_000

interface Circumstances {
  readonly due?: DueStep
  readonly authenticatedAt?: number
  readonly secondFactors?: readonly SecondFactor[]
}

function candidate(id: string, options: Circumstances = {}): Candidate {
  const authenticatedAt = options.authenticatedAt ?? requestedAt - 3_600_000
  return {
    session: {
      id: `session-of-${id}`, userId: id, authenticatedAt, createdAt: 1, expiresAt: now * 2,
      factors: [{ method: 'pwd', at: authenticatedAt }],
    },
    user: {
      id, kind: 'human', orgId: 'org', state: 'active', orgActive: true, orgName: 'Org', userName: id, loginName: `${id}@org.example`, displayName: id,
      secondFactors: options.secondFactors ?? [],
      email: { address: `${id}@mail.example`, verified: true }, createdAt: 0, timesEnded: 0, updatedAt: 0,
    },
    due: options.due,
  }
}

interface Row {
  readonly says: string
  readonly request?: Partial<AuthorizationRequest>
  readonly candidates?: readonly Candidate[]
  readonly progress?: { readonly sessionId?: string, readonly loginName?: string }
  /** `password:` is followed by the name, and by `!` when nobody else may answer. */
  readonly expected: string
}

const [ann, bob] = [candidate('ann'), candidate('bob')]
const fresh = candidate('ann', { authenticatedAt: requestedAt + 1 })

const rows: readonly Row[] = [
  { says: 'no session', expected: 'login_name' },
  { says: 'no session, with login_hint: it is filled in', request: { loginHint: 'ann' }, expected: 'login_name:ann' },
  { says: 'a typed name', progress: { loginName: 'ann' }, expected: 'password:ann' },
  { says: 'one session', candidates: [ann], expected: 'resume' },
  { says: 'two sessions', candidates: [ann, bob], expected: 'accounts:ann,bob' },
  { says: 'two sessions, a hint that names one', candidates: [ann, bob], request: { loginHint: 'BOB@mail.example' }, expected: 'resume' },
  { says: 'select_account with one session', candidates: [ann], request: { prompt: ['select_account'] }, expected: 'accounts:ann' },
  {
    says: 'select_account, chosen', candidates: [ann, bob], request: { prompt: ['select_account'] },
    progress: { sessionId: 'session-of-bob' }, expected: 'resume',
  },
  {
    says: 'a chosen session of another browser', candidates: [ann, bob], progress: { sessionId: 'session-of-eve' },
    expected: 'accounts:ann,bob',
  },
  { says: 'AZ-14 prompt=login with one session', candidates: [ann], request: { prompt: ['login'] }, expected: 'login_name' },
  {
    says: 'AZ-14 prompt=login, session chosen: its password', candidates: [ann], request: { prompt: ['login'] },
    progress: { sessionId: 'session-of-ann' }, expected: 'password:ann@org.example',
  },
  {
    says: 'prompt=login, signed in for this request', candidates: [fresh], request: { prompt: ['login'] },
    progress: { sessionId: 'session-of-ann', loginName: 'ann@org.example' }, expected: 'resume',
  },
  { says: 'max_age is over', candidates: [ann], request: { maxAge: 60 }, expected: 'password:ann@org.example' },
  { says: 'the password is due by policy', candidates: [candidate('ann', { due: 'password' })], expected: 'password:ann@org.example' },
  {
    says: 'another user was asked for instead of the one whose password is due', candidates: [candidate('ann', { due: 'password' })],
    progress: { loginName: 'bob' }, expected: 'password:bob',
  },
  {
    says: 'a name was typed while another user signed in, in another tab', candidates: [bob],
    progress: { loginName: 'ann' }, expected: 'password:ann',
  },
  { says: 'the typed user signed in, in another tab', candidates: [ann], progress: { loginName: 'ann@mail.example' }, expected: 'resume' },
  {
    says: 'the session made here was replaced by another user’s, in another tab', candidates: [bob],
    progress: { sessionId: 'session-of-ann', loginName: 'ann@org.example' }, expected: 'password:ann@org.example',
  },
  {
    says: 'the session made here was replaced by another one of the same user', candidates: [ann],
    progress: { sessionId: 'lost', loginName: 'ann@org.example' }, expected: 'resume',
  },
  { says: 'the chosen session has ended: a new choice', candidates: [bob], progress: { sessionId: 'session-of-ann' }, expected: 'accounts:bob' },
  { says: 'a demanded user who is signed in', candidates: [ann, bob], request: { subject: 'bob' }, expected: 'resume' },
  {
    says: 'a demanded user whose password is due: nobody else may answer', candidates: [candidate('bob', { due: 'password' })],
    request: { subject: 'bob' }, expected: 'password:bob@org.example!',
  },
  { says: 'a demanded user without session: not a word of them', candidates: [ann], request: { subject: 'bob' }, expected: 'login_name' },
  { says: 'prompt=create', candidates: [ann], request: { prompt: ['create'] }, expected: 'login_name' },
  { says: 'prompt=none: the application is told', request: { prompt: ['none'] }, expected: 'resume' },
  {
    says: 'a second factor is due', candidates: [candidate('ann', { due: 'second_factor', secondFactors: ['otp'] })],
    expected: 'second_factor:ann@org.example',
  },
  {
    says: 'a second factor of a demanded user is due: nobody else may answer', request: { subject: 'ann' },
    candidates: [candidate('ann', { due: 'second_factor', secondFactors: ['otp'] }), bob], expected: 'second_factor:ann@org.example!',
  },
  {
    says: 'LG-06 a second factor is due, and prompt=login: the password comes first', request: { prompt: ['login'] },
    candidates: [candidate('ann', { due: 'second_factor', secondFactors: ['otp'] })], progress: { sessionId: 'session-of-ann' },
    expected: 'password:ann@org.example',
  },
  {
    says: 'a second factor is due, and prompt=none: the application is told', request: { prompt: ['none'] },
    candidates: [candidate('ann', { due: 'second_factor', secondFactors: ['otp'] })], expected: 'resume',
  },
  {
    says: 'a second factor is demanded of a user who has none: refused, not let in',
    candidates: [candidate('ann', { due: 'second_factor' })], expected: 'second_factor_missing:ann@org.example',
  },
]

for (const { says, request, candidates = [], progress = {}, expected } of rows) {
  test(`${/^(AZ|LG)-/.test(says) ? '' : 'next step: '}${says} → ${expected}`, () => {
    const whole: AuthorizationRequest = {
      clientId: 'app', redirectUri: 'https://app.example/cb', responseType: 'code', responseMode: 'query', scope: ['openid'],
      prompt: [], uiLocales: [],
      ...request,
    }
    const decision = interaction(whole, candidates, { requestedAt, now, chosenSessionId: progress.sessionId, chosenLoginName: progress.loginName })
    const next = nextStep(decision, { request: whole, ...progress }, candidates)
    assert.equal(describe(next), expected)
  })
}

function describe(next: ReturnType<typeof nextStep>): string {
  switch (next.kind) {
    case 'resume': return 'resume'
    case 'login_name': return next.loginName === undefined ? 'login_name' : `login_name:${next.loginName}`
    case 'account_selection': return `accounts:${next.choices.map(({ user }) => user.id).join()}`
    case 'second_factor_missing': return `second_factor_missing:${next.subject.loginName}`
    case 'authenticate': return `${next.step}:${next.subject.loginName}${next.subject.fixed ? '!' : ''}`
  }
}
