// The login name page for somebody else than the one whom the login was about to ask.
// A GET that changes nothing: the cookie of the request is `Lax`, so a link on another site, or a browser that loads links ahead,
// reaches this path with it. The name and the session that were chosen before are forgotten when another name is posted.
import { readQuery } from '@symbolon/core-protocol'
import type { LoginEndpoint } from '../visit/authenticator.ts'
import type { Pages } from '../visit/pages.ts'
import { otherUserPath } from '../visit/paths.ts'
import { refusalOf } from '../visit/refusal.ts'
import { openPage } from '../visit/visit.ts'
import { loginNamePage } from './login-name.ts'
import { defineStep } from './step.ts'

export function otherUserStep(pages: Pages): LoginEndpoint {
  return defineStep(pages, {
    name: 'login_other_user',
    path: otherUserPath,
    methods: ['GET'],
    async handle(request, context) {
      const visit = await openPage(request, context)
      const page = loginNamePage(visit, undefined)
      return pages.form({ ...page, ...refusalOf(page.kind, readQuery(request).parameters, visit.now) }, visit)
    },
  })
}
