// An API: a client that never signs a user in and asks the introspection endpoint about tokens.

import type * as v from 'valibot'
import { clientCredentialFields } from './client-credentials.ts'
import { API_AUTH_METHOD_TYPE } from './enums.ts'
import { enumeration } from './json/enumeration.ts'
import { message, required } from './json/message.ts'
import { filledText, identifier } from './json/text.ts'

export const apiAppSchema = message({
  appId: required(identifier()),
  app: required(message({
    projectId: required(identifier()),
    name: required(filledText(200)),
    authMethodType: enumeration(API_AUTH_METHOD_TYPE),
  })),
  ...clientCredentialFields,
})
export type ApiApp = v.InferOutput<typeof apiAppSchema>
