// A project and its roles. One flat list holds the roles of all projects of an org.

import type * as v from 'valibot'
import { PRIVATE_LABELING_SETTING } from './enums.ts'
import { enumeration } from './json/enumeration.ts'
import { message, required } from './json/message.ts'
import { bool } from './json/scalars.ts'
import { filledText, identifier, text } from './json/text.ts'
import { presence, state } from './state.ts'
import { stricter } from './json/leaf.ts'

/** A project: it owns applications and roles. */
export const projectSchema = message({
  projectId: required(identifier()),
  project: required(
    message({
      name: required(filledText(200)),
      projectRoleAssertion: bool(),
      projectRoleCheck: stricter(bool(), true),
      hasProjectCheck: stricter(bool(), true),
      privateLabelingSetting: enumeration(PRIVATE_LABELING_SETTING),
    }),
  ),
  state: state(),
})
/** What `projectSchema` reads. */
export type Project = v.InferOutput<typeof projectSchema>

/** A role of a project. */
export const projectRoleSchema = message({
  projectId: required(identifier()),
  roleKey: required(identifier()),
  // The format demands a display name. Files read from disk were never checked and may leave it empty.
  displayName: text(200),
  group: text(200),
  state: presence(),
})
/** What `projectRoleSchema` reads. */
export type ProjectRole = v.InferOutput<typeof projectRoleSchema>
