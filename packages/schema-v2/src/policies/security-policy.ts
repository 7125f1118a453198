// Of the instance only, and ours: may tokens be exchanged for those of another user, and which origins may frame the login pages.

import type * as v from 'valibot'
import { list } from '../json/list.ts'
import { message } from '../json/message.ts'
import { bool } from '../json/scalars.ts'
import { uri } from '../json/text.ts'

export const securityPolicySchema = message({
  enableImpersonation: bool(),
  enableIframeEmbedding: bool(),
  allowedOrigins: list(uri()),
})
export type SecurityPolicy = v.InferOutput<typeof securityPolicySchema>
