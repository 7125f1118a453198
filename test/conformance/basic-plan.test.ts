// oidcc-basic-certification-test-plan and its form_post variant, with static registration: every module that needs no
// dynamic registration. One module after another, because some move the clock of the service.
import { describe } from 'node:test'
import { definePlan } from '../support/conformance/plan.ts'
import { codeModules } from './modules/codes.ts'
import { codeRequestModules, happyPathModules } from './modules/happy-path.ts'
import { refreshTokenModules } from './modules/refresh-tokens.ts'
import { refusedRequestModules } from './modules/refused-requests.ts'
import { scopeModules } from './modules/scopes.ts'
import { sessionModules } from './modules/sessions.ts'
import { userinfoModules } from './modules/userinfo.ts'

const plans = [
  ['oidcc-basic-certification-test-plan', 'default'],
  ['oidcc-formpost-basic-certification-test-plan', 'form_post'],
] as const

describe('the Basic plans', () => {
  for (const [name, responseMode] of plans) {
    describe(name, () => {
      const plan = definePlan(responseMode)
      codeModules(plan)
      happyPathModules(plan)
      codeRequestModules(plan)
      scopeModules(plan)
      userinfoModules(plan)
      sessionModules(plan)
      refreshTokenModules(plan)
      refusedRequestModules(plan)
    })
  }
})
