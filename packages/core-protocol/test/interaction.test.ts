// Every way in which an authorization request meets the sessions of a browser: a table of what has to happen, and what holds in
// all combinations. https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { interaction, isNamed } from '../src/index.ts'
import type { AuthorizationRequest, Candidate, DueStep, Interaction } from '../src/index.ts'
import { authorizationRequest, candidate, requestedAt } from './request.ts'

interface Row {
  readonly says: string
  readonly request?: Partial<AuthorizationRequest>
  readonly sessions?: readonly Candidate[]
  readonly chosen?: string
  readonly chosenLoginName?: string
  /** Seconds between the request and now. */
  readonly later?: number
  /** `proceed:ann`, `identify:` with the choices, `password:ann`, `second_factor:ann`, or the error. */
  readonly expected: string
}

const [ann, bob] = [candidate('ann'), candidate('bob')]
const [ofSmith, ofOrg] = [{ ids: ['smith'], primaryDomains: [] }, candidate('sue')]
const sue: Candidate = { ...ofOrg, user: { ...ofOrg.user, orgId: 'smith', primaryDomain: 'smith.example' } }
const fresh = candidate('ann', { age: -1 })
const old = candidate('ann', { due: 'first_factor' })
const weak = candidate('ann', { due: 'second_factor' })

const rows: readonly Row[] = [
  { says: 'no session: ask who it is', expected: 'identify:' },
  { says: 'one session: use it', sessions: [ann], expected: 'proceed:ann' },
  { says: 'two sessions: offer them', sessions: [ann, bob], expected: 'identify:ann,bob' },
  { says: 'two sessions, one chosen', sessions: [ann, bob], chosen: 'bob', expected: 'proceed:bob' },
  { says: 'the chosen session is not of this browser', sessions: [ann, bob], chosen: 'eve', expected: 'identify:ann,bob' },
  { says: 'the only session is due', sessions: [old], expected: 'first_factor:ann' },
  { says: 'the only session lacks a factor', sessions: [weak], expected: 'second_factor:ann' },
  { says: 'the chosen session is due', sessions: [old, bob], chosen: 'ann', expected: 'first_factor:ann' },
  { says: 'another session is due than the chosen one', sessions: [old, bob], chosen: 'bob', expected: 'proceed:bob' },

  { says: 'AZ-11 prompt=none, no session', request: { prompt: ['none'] }, expected: 'login_required' },
  { says: 'prompt=none, one session', request: { prompt: ['none'] }, sessions: [ann], expected: 'proceed:ann' },
  { says: 'prompt=none, two sessions', request: { prompt: ['none'] }, sessions: [ann, bob], expected: 'interaction_required' },
  { says: 'prompt=none, the session is due', request: { prompt: ['none'] }, sessions: [old], expected: 'login_required' },
  { says: 'AZ-12 prompt=none, another factor is due', request: { prompt: ['none'] }, sessions: [weak], expected: 'interaction_required' },
  { says: 'prompt=none, too old for max_age', request: { prompt: ['none'], maxAge: 60 }, sessions: [ann], expected: 'login_required' },
  {
    says: 'AZ-18 prompt=none, the hint means another',
    request: { prompt: ['none'], subject: 'eve' },
    sessions: [ann],
    expected: 'login_required',
  },
  {
    says: 'prompt=none, the hint picks one of two',
    request: { prompt: ['none'], subject: 'bob' },
    sessions: [ann, bob],
    expected: 'proceed:bob',
  },
  {
    says: 'prompt=none, login_hint picks one of two',
    request: { prompt: ['none'], loginHint: 'bob' },
    sessions: [ann, bob],
    expected: 'proceed:bob',
  },
  {
    says: 'prompt=none, an unknown login_hint demands nothing',
    request: { prompt: ['none'], loginHint: 'eve' },
    sessions: [ann],
    expected: 'proceed:ann',
  },
  {
    says: 'prompt=none, an unknown login_hint with two sessions',
    request: { prompt: ['none'], loginHint: 'eve' },
    sessions: [ann, bob],
    expected: 'interaction_required',
  },

  {
    says: 'an organization is demanded: a session of another organization does not count',
    request: { organization: ofSmith },
    sessions: [ann],
    expected: 'identify:',
  },
  {
    says: 'an organization is demanded: its session answers, and no other is offered',
    request: { organization: ofSmith },
    sessions: [ann, sue],
    expected: 'proceed:sue',
  },
  {
    says: 'an organization is demanded: a user of another organization was chosen',
    request: { organization: ofSmith },
    sessions: [ann, sue],
    chosen: 'ann',
    expected: 'access_denied',
  },
  {
    says: 'prompt=none, an organization is demanded: a user of another organization was chosen',
    request: { organization: ofSmith, prompt: ['none'] },
    sessions: [ann, sue],
    chosen: 'ann',
    expected: 'access_denied',
  },
  {
    says: 'an organization is demanded, and one of its users was chosen',
    request: { organization: ofSmith },
    sessions: [ann, sue],
    chosen: 'sue',
    expected: 'proceed:sue',
  },
  {
    says: 'prompt=none, no session of the demanded organization',
    request: { organization: ofSmith, prompt: ['none'] },
    sessions: [ann, bob],
    expected: 'login_required',
  },
  {
    says: 'an organization is demanded by its primary domain',
    request: { organization: { ids: [], primaryDomains: ['SMITH.example'] } },
    sessions: [ann, sue],
    expected: 'proceed:sue',
  },
  {
    says: 'two organizations are demanded: no user belongs to both',
    request: { organization: { ids: ['smith', 'org'], primaryDomains: [] } },
    sessions: [ann, sue],
    expected: 'identify:',
  },

  { says: 'AZ-14 prompt=login asks who it is', request: { prompt: ['login'] }, sessions: [ann], expected: 'identify:' },
  { says: 'prompt=login, no session', request: { prompt: ['login'] }, expected: 'identify:' },
  { says: 'prompt=login, two sessions', request: { prompt: ['login'] }, sessions: [ann, bob], expected: 'identify:ann,bob' },
  {
    says: 'prompt=login, chosen, not proven',
    request: { prompt: ['login'] },
    sessions: [ann],
    chosen: 'ann',
    expected: 'first_factor:ann',
  },
  {
    says: 'prompt=login, proven for this request',
    request: { prompt: ['login'] },
    sessions: [fresh],
    chosen: 'ann',
    expected: 'proceed:ann',
  },
  {
    says: 'prompt=login, proven in the same millisecond',
    request: { prompt: ['login'] },
    sessions: [candidate('ann', { age: 0 })],
    chosen: 'ann',
    expected: 'proceed:ann',
  },
  {
    says: 'prompt=login, a session from a clock that ran ahead',
    request: { prompt: ['login'], loginHint: 'ann' },
    sessions: [fresh],
    expected: 'first_factor:ann',
  },
  {
    says: 'max_age, a session from a clock that ran ahead',
    request: { maxAge: 60 },
    sessions: [candidate('ann', { age: -61 })],
    expected: 'first_factor:ann',
  },
  {
    says: 'prompt=login, the proof lacks a factor',
    request: { prompt: ['login'] },
    sessions: [candidate('ann', { age: -1, due: 'second_factor' })],
    chosen: 'ann',
    expected: 'second_factor:ann',
  },
  {
    says: "prompt=login with a hint: that user's password",
    request: { prompt: ['login'], subject: 'ann' },
    sessions: [ann, bob],
    expected: 'first_factor:ann',
  },
  { says: 'prompt=login with login_hint', request: { prompt: ['login'], loginHint: 'ann' }, sessions: [ann], expected: 'first_factor:ann' },
  { says: 'prompt=consent login', request: { prompt: ['consent', 'login'] }, sessions: [ann], expected: 'identify:' },

  {
    says: 'prompt=select_account offers one session too',
    request: { prompt: ['select_account'] },
    sessions: [ann],
    expected: 'identify:ann',
  },
  { says: 'prompt=select_account, no session', request: { prompt: ['select_account'] }, expected: 'identify:' },
  {
    says: 'prompt=select_account, chosen',
    request: { prompt: ['select_account'] },
    sessions: [ann, bob],
    chosen: 'ann',
    expected: 'proceed:ann',
  },
  {
    says: 'prompt=select_account, with a hint',
    request: { prompt: ['select_account'], subject: 'bob' },
    sessions: [ann, bob],
    expected: 'identify:bob',
  },
  {
    says: 'prompt=select_account login, chosen',
    request: { prompt: ['select_account', 'login'] },
    sessions: [ann],
    chosen: 'ann',
    expected: 'first_factor:ann',
  },
  { says: 'prompt=create, one session', request: { prompt: ['create'] }, sessions: [ann], expected: 'identify:' },
  {
    says: 'prompt=create, signed in for it',
    request: { prompt: ['create'] },
    sessions: [ann, bob],
    chosen: 'bob',
    expected: 'proceed:bob',
  },
  { says: 'prompt=consent does nothing', request: { prompt: ['consent'] }, sessions: [ann], expected: 'proceed:ann' },

  { says: 'AZ-16 max_age, young enough', request: { maxAge: 3601 }, sessions: [ann], expected: 'proceed:ann' },
  { says: 'AZ-16 max_age, as old as that', request: { maxAge: 3600 }, sessions: [ann], expected: 'first_factor:ann' },
  {
    says: 'max_age is measured now, not when the request came',
    request: { maxAge: 3700 },
    sessions: [ann],
    later: 200,
    expected: 'first_factor:ann',
  },
  { says: 'AZ-15 max_age=0', request: { maxAge: 0 }, sessions: [candidate('ann', { age: 0.001 })], expected: 'first_factor:ann' },
  {
    says: 'max_age=0, proven for this request',
    request: { maxAge: 0 },
    sessions: [fresh],
    chosen: 'ann',
    later: 900,
    expected: 'proceed:ann',
  },
  { says: 'max_age, two sessions: first the choice', request: { maxAge: 60 }, sessions: [ann, bob], expected: 'identify:ann,bob' },

  { says: "a hint picks its user's session", request: { subject: 'bob' }, sessions: [ann, bob], expected: 'proceed:bob' },
  { says: 'an unknown hint: no user is offered', request: { subject: 'eve' }, sessions: [ann, bob], expected: 'identify:' },
  { says: 'a hint outweighs login_hint', request: { subject: 'bob', loginHint: 'ann' }, sessions: [ann, bob], expected: 'proceed:bob' },
  { says: 'a hint outweighs the choice', request: { subject: 'bob' }, sessions: [ann, bob], chosen: 'ann', expected: 'proceed:bob' },
  { says: 'the chosen session is gone: no other session replaces it', sessions: [bob], chosen: 'ann', expected: 'identify:bob' },
  {
    says: 'the session made here is gone: no other session replaces it',
    sessions: [bob],
    chosen: 'ann',
    chosenLoginName: 'ann@org.example',
    expected: 'identify:bob',
  },
  {
    says: 'the session made here is gone, the same user has another',
    sessions: [ann, bob],
    chosen: 'lost',
    chosenLoginName: 'ann@org.example',
    expected: 'proceed:ann',
  },
  {
    says: 'AZ-14 prompt=login, the session made here is gone, the same user has another',
    request: { prompt: ['login'] },
    sessions: [ann],
    chosen: 'lost',
    chosenLoginName: 'ann@org.example',
    expected: 'first_factor:ann',
  },
  { says: 'login_hint picks the session', request: { loginHint: 'BOB@org.example' }, sessions: [ann, bob], expected: 'proceed:bob' },
  { says: 'an unknown login_hint: ask for the user', request: { loginHint: 'eve' }, sessions: [ann], expected: 'identify:' },
  {
    says: 'login_hint does not undo the choice',
    request: { loginHint: 'ann' },
    sessions: [ann, bob],
    chosen: 'bob',
    expected: 'proceed:bob',
  },
]

function describe(decision: Interaction): string {
  switch (decision.kind) {
    case 'proceed':
      return `proceed:${decision.candidate.user.id}`
    case 'identify':
      return `identify:${decision.choices.map(({ user }) => user.id).join(',')}`
    case 'authenticate':
      return `${decision.step}:${decision.candidate.user.id}`
    case 'error':
      return decision.error
  }
}

for (const { says, request, sessions = [], chosen, chosenLoginName, later = 0, expected } of rows) {
  test(says, () => {
    const state = {
      requestedAt,
      now: requestedAt + later * 1000,
      chosenSessionId: chosen === undefined ? undefined : `session-of-${chosen}`,
      chosenLoginName,
    }
    assert.equal(describe(interaction(authorizationRequest(request), sessions, state)), expected)
  })
}

test('in every combination only the requested user responds, with nothing due, fresh enough, and prompt=none never asks', () => {
  const prompts: readonly AuthorizationRequest['prompt'][] = [
    [],
    ['none'],
    ['login'],
    ['select_account'],
    ['create'],
    ['consent'],
    ['select_account', 'login'],
  ]
  const dues: readonly (DueStep | undefined)[] = [undefined, 'first_factor', 'second_factor']
  const ofAnn = [3600, 30, -5].flatMap((age) => dues.map((due) => candidate('ann', { age, ...(due === undefined ? {} : { due }) })))
  const browsers = [[], ...ofAnn.flatMap((each) => [[each], [each, bob], [bob, each]])]
  let combinations = 0
  for (const prompt of prompts)
    for (const sessions of browsers)
      for (const subject of [undefined, 'ann', 'eve']) {
        for (const loginHint of [undefined, 'ann', 'eve'])
          for (const maxAge of [undefined, 0, 60])
            for (const chosen of [undefined, 'ann', 'bob', 'eve']) {
              combinations += 1
              const request = authorizationRequest({
                prompt,
                ...(subject === undefined ? {} : { subject }),
                ...(loginHint === undefined ? {} : { loginHint }),
                ...(maxAge === undefined ? {} : { maxAge }),
              })
              const state = {
                requestedAt,
                now: requestedAt + 10_000,
                chosenSessionId: chosen === undefined ? undefined : `session-of-${chosen}`,
              }
              const decision = interaction(request, sessions, state)
              const place = JSON.stringify({ request, sessions, chosen, decision: describe(decision) })
              if (prompt.includes('none')) assert.ok(decision.kind === 'proceed' || decision.kind === 'error', place)
              else assert.notEqual(decision.kind, 'error', place)
              if (decision.kind === 'proceed') {
                const { session, user, due } = decision.candidate
                assert.equal(due, undefined, place)
                assert.ok(subject === undefined || user.id === subject, place)
                const forThisRequest = user.id === chosen && session.authenticatedAt >= requestedAt
                if (prompt.includes('login')) assert.ok(forThisRequest, place)
                if (maxAge !== undefined) assert.ok(forThisRequest || state.now - session.authenticatedAt < maxAge * 1000, place)
                if (prompt.includes('select_account') || prompt.includes('create')) assert.equal(user.id, chosen, place)
                if (chosen !== undefined && subject === undefined) assert.equal(user.id, chosen, place)
              }
              if (decision.kind === 'identify')
                assert.ok(
                  decision.choices.every(({ user }) => subject === undefined || user.id === subject),
                  place,
                )
              if (decision.kind === 'authenticate') assert.ok(subject === undefined || decision.candidate.user.id === subject, place)
            }
      }
  assert.ok(combinations > 20_000)
})

test('a login hint means a user by login name, user name or email, in canonical form', () => {
  for (const hint of ['ann', 'ANN', ' ann ', 'ann@org.example', 'Ann@Mail.Example', 'ａnn'])
    assert.equal(isNamed(ann.user, hint), true, hint)
  for (const hint of ['', 'an', 'anna', 'ann@', 'ann@other.example', 'bob', 'аnn']) assert.equal(isNamed(ann.user, hint), false, hint)
})
