// Takes the names of a new user. They are kept as they were typed: pages isolate them, and mails strip them.
import type { AnyEndpoint } from '@symbolon/core-protocol'
import { redirect, refusedRedirect } from '@symbolon/core-protocol'
import { updateFlow } from '../mail/code-flow.ts'
import { storablePersonName } from '../steps/create-user.ts'
import { storableName } from '../steps/login-name.ts'
import type { RegistrationNamesPage } from '../ui/mailed-code.ts'
import { formOf } from '../visit/pages.ts'
import type { Pages } from '../visit/pages.ts'
import { withFlow, withFlowRefusal } from '../visit/paths.ts'
import type { Visit } from '../visit/visit.ts'
import { readNames, registrationNamesPath, registrationPasswordPath } from './flow.ts'
import type { ProvenRegistration } from './flow.ts'
import type { Admission } from './organization.ts'
import { defineProvenStep } from './proven-step.ts'

/** The page that asks for the names, and its form. */
export function namesStep(pages: Pages, admission: Admission): AnyEndpoint {
  return defineProvenStep(pages, admission, {
    name: 'login_registration_names',
    path: registrationNamesPath,
    page: async (proven, visit) => namesPage(proven, visit),
    async post({ flow, organization }, fields, visit, context) {
      const state = {
        ...flow.state,
        firstName: storablePersonName(fields['firstName']),
        lastName: storablePersonName(fields['lastName']),
        userName: storableName(fields['userName'] ?? ''),
      }
      // Kept when they are rejected as well, so that the user need not type them again.
      await updateFlow(flow, state, context)
      const read = readNames(state, organization)
      const requestId = visit.pending.id
      if (read.kind === 'refused') return refusedRedirect(withFlowRefusal(registrationNamesPath, requestId, flow.id, read))
      return redirect(withFlow(registrationPasswordPath, requestId, flow.id))
    },
  })
}

function namesPage({ flow: { id, state }, organization: { domain } }: ProvenRegistration, visit: Visit): RegistrationNamesPage {
  const { email, firstName, lastName, userName } = state
  return {
    ...formOf(visit),
    kind: 'registration_names',
    action: registrationNamesPath,
    flow: id,
    email,
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
    ...(domain === undefined ? {} : { userName: { domain, ...(userName === undefined ? {} : { value: userName }) } }),
  }
}
