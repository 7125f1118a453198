// oidcc-rp-initiated-logout-certification-test-plan, with static registration, for two of the response types that it can be run with.
import { describe } from 'node:test'
import { definePlan } from '../support/conformance/plan.ts'
import { logoutModules } from './modules/rp-initiated-logout.ts'

describe('the RP-Initiated Logout plan', () => {
  for (const responseType of ['code', 'id_token'] as const) {
    describe(`oidcc-rp-initiated-logout-certification-test-plan[response_type=${responseType}]`, () => {
      logoutModules(definePlan('default', responseType))
    })
  }
})
