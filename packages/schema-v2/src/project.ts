// A project and its roles. The roles of all projects of an org stand in one flat list.

import type * as v from 'valibot'
import { PRIVATE_LABELING_SETTING } from './enums.ts'
import { enumeration } from './json/enumeration.ts'
import { message, required } from './json/message.ts'
import { bool } from './json/scalars.ts'
import { filledText, identifier, text } from './json/text.ts'
import { presence, state } from './state.ts'
import { stricter } from './json/leaf.ts'

export const projectSchema = message({
  projectId: required(identifier()),
  project: required(message({
    name: required(filledText(200)),
    projectRoleAssertion: bool(),
    projectRoleCheck: stricter(bool(), true),
    hasProjectCheck: stricter(bool(), true),
    privateLabelingSetting: enumeration(PRIVATE_LABELING_SETTING),
  })),
  state: state(),
})
export type Project = v.InferOutput<typeof projectSchema>

export const projectRoleSchema = message({
  projectId: required(identifier()),
  roleKey: required(identifier()),
  // The format demands a display name; files read from disk were never checked and leave it empty.
  displayName: text(200),
  group: text(200),
  state: presence(),
})
export type ProjectRole = v.InferOutput<typeof projectRoleSchema>
