// oidcc-implicit-certification-test-plan and its form_post variant, each for both response types, with static registration.
import { describe } from 'node:test'
import { definePlan } from '../support/conformance/plan.ts'
import { happyPathModules } from './modules/happy-path.ts'
import { nonceModule, refusedRequestModules } from './modules/refused-requests.ts'
import { scopeModules } from './modules/scopes.ts'
import { sessionModules } from './modules/sessions.ts'
import { userinfoModules } from './modules/userinfo.ts'

const plans = [
  ['oidcc-implicit-certification-test-plan', 'default'],
  ['oidcc-formpost-implicit-certification-test-plan', 'form_post'],
] as const

describe('the Implicit plans', () => {
  for (const [name, responseMode] of plans) {
    for (const responseType of ['id_token', 'id_token token'] as const) {
      describe(`${name}[response_type=${responseType}]`, () => {
        const plan = definePlan(responseMode, responseType)
        happyPathModules(plan)
        nonceModule(plan)
        scopeModules(plan)
        if (responseType === 'id_token token') userinfoModules(plan)
        sessionModules(plan)
        refusedRequestModules(plan)
      })
    }
  }
})
