// Links that the pages show. They are plain text here, because real files hold addresses without a scheme and placeholders such as
// {{.Lang}}; a page must show only those that begin with http:// or https://.

import type * as v from 'valibot'
import { message } from '../json/message.ts'
import { text } from '../json/text.ts'

export const privacyPolicySchema = message({
  tosLink: text(),
  privacyLink: text(),
  helpLink: text(),
  supportEmail: text(320),
  docsLink: text(),
  customLink: text(),
  customLinkText: text(),
})
export type PrivacyPolicy = v.InferOutput<typeof privacyPolicySchema>
