// Grants: a project given to another org, and roles of a project given to a user. `projectGrantId` stands on a user grant
// that goes through a granted project.

import type * as v from 'valibot'
import { list } from './json/list.ts'
import { message, required } from './json/message.ts'
import { identifier, optionalIdentifier } from './json/text.ts'
import { state } from './state.ts'
import { decisive } from './json/leaf.ts'

export const projectGrantSchema = message({
  grantId: required(identifier()),
  projectGrant: required(message({
    projectId: required(identifier()),
    grantedOrgId: required(identifier()),
    roleKeys: list(identifier()),
  })),
  state: state(),
})
export type ProjectGrant = v.InferOutput<typeof projectGrantSchema>

export const userGrantSchema = message({
  userId: required(identifier()),
  projectId: required(identifier()),
  projectGrantId: decisive(optionalIdentifier()),
  roleKeys: list(identifier()),
  state: state(),
})
export type UserGrant = v.InferOutput<typeof userGrantSchema>
