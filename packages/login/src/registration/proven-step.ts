// The pages and forms of a registration once its address is proven: each opens the same flow, and ends where there is none.
import { readQuery } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, StoreName } from '@symbolon/core-protocol'
import { defineStep, redirectToDispatcher } from '../steps/step.ts'
import type { FirstPasswordPage, RegistrationNamesPage } from '../ui/mailed-code.ts'
import type { PasskeySetupPage } from '../ui/passkey.ts'
import type { Pages } from '../visit/pages.ts'
import { readFormError } from '../visit/paths.ts'
import { openForm } from '../visit/posted-form.ts'
import { expiredRequest, openPage } from '../visit/visit.ts'
import type { Visit } from '../visit/visit.ts'
import { findRegistration, registrationStores } from './flow.ts'
import type { ProvenRegistration, RegistrationContext } from './flow.ts'
import type { FirstPasskeyContext } from '../factors/first-passkey.ts'
import { firstPasskeyStores } from '../factors/first-passkey.ts'
import { withLinksOf } from './links.ts'
import type { Admission } from './organization.ts'

/** The context of a step. The stores of passkeys are there where passkeys are composed. */
export type ProvenContext = RegistrationContext & FirstPasskeyContext

/** A page of a registration with a proven address, and its form. */
export interface ProvenStep {
  readonly name: string
  readonly path: string
  /** @returns the page, or the redirect to a page that comes before it */
  readonly page: (
    proven: ProvenRegistration,
    visit: Visit,
    context: ProvenContext,
  ) => Promise<RegistrationNamesPage | FirstPasswordPage | PasskeySetupPage | Answer>
  readonly post: (
    proven: ProvenRegistration,
    fields: Readonly<Record<string, string>>,
    visit: Visit,
    context: ProvenContext,
  ) => Promise<Answer>
}

/** Makes an endpoint of a step. */
export function defineProvenStep(pages: Pages, admission: Admission, { name, path, page, post }: ProvenStep): AnyEndpoint {
  return defineStep<StoreName>(pages, {
    name,
    path,
    methods: ['GET', 'POST'],
    stores: [...registrationStores, ...(admission.passkey ? firstPasskeyStores : [])],
    async handle(request, context) {
      if (request.method === 'POST') {
        const { visit, fields } = await openForm(request, context)
        const proven = await findRegistration(fields['flow'], visit, admission, context)
        // The form was posted twice.
        return proven === undefined ? redirectToDispatcher(visit) : await post(proven, fields, visit, context)
      }
      const visit = await openPage(request, context)
      const { parameters } = readQuery(request)
      const proven = await findRegistration(parameters['flow'], visit, admission, context)
      if (proven === undefined) throw expiredRequest(visit)
      const shown = await page(proven, visit, context)
      if ('status' in shown) return shown
      const withError = { ...shown, ...readFormError(shown.kind, parameters, visit.now) }
      return pages.form(withError, await withLinksOf(proven.organization, visit, context))
    },
  })
}
