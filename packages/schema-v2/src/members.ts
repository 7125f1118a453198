// Members: users who manage the instance, an org, a project or a granted project, with roles such as `ORG_OWNER`.

import type * as v from 'valibot'
import { list } from './json/list.ts'
import { message, required } from './json/message.ts'
import { identifier } from './json/text.ts'
import { presence } from './state.ts'

/** Ours: the format leaves the instance out. */
export const instanceMemberSchema = message({
  userId: required(identifier()),
  roles: list(identifier()),
  state: presence(),
})
export type InstanceMember = v.InferOutput<typeof instanceMemberSchema>

export const orgMemberSchema = message({
  userId: required(identifier()),
  roles: list(identifier()),
  state: presence(),
})
export type OrgMember = v.InferOutput<typeof orgMemberSchema>

/** Real exports repeat in every org the members of the projects of all orgs. */
export const projectMemberSchema = message({
  projectId: required(identifier()),
  userId: required(identifier()),
  roles: list(identifier()),
  state: presence(),
})
export type ProjectMember = v.InferOutput<typeof projectMemberSchema>

export const projectGrantMemberSchema = message({
  projectId: required(identifier()),
  grantId: required(identifier()),
  userId: required(identifier()),
  roles: list(identifier()),
  state: presence(),
})
export type ProjectGrantMember = v.InferOutput<typeof projectGrantMemberSchema>
