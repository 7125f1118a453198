// One org of the document with all its lists. `org` is absent in a document that adds to an org which exists already.

import type * as v from 'valibot'
import { apiAppSchema } from './api-app.ts'
import { orgDomainSchema } from './domain.ts'
import { ORG_STATE } from './enums.ts'
import { projectGrantSchema, userGrantSchema } from './grants.ts'
import { humanUserSchema } from './human-user.ts'
import { enumeration } from './json/enumeration.ts'
import { list } from './json/list.ts'
import { message, required } from './json/message.ts'
import { filledText, identifier } from './json/text.ts'
import { appKeySchema, machineKeySchema } from './keys.ts'
import { machineUserSchema } from './machine-user.ts'
import { orgMemberSchema, projectGrantMemberSchema, projectMemberSchema } from './members.ts'
import { userMetadataSchema } from './metadata.ts'
import { oidcAppSchema } from './oidc-app.ts'
import { personalAccessTokenSchema } from './personal-access-token.ts'
import { projectRoleSchema, projectSchema } from './project.ts'

export const documentOrgSchema = message({
  orgId: required(identifier()),
  org: message({ name: required(filledText(200)) }),
  orgState: enumeration(ORG_STATE),
  domains: list(orgDomainSchema),
  humanUsers: list(humanUserSchema),
  machineUsers: list(machineUserSchema),
  userMetadata: list(userMetadataSchema),
  machineKeys: list(machineKeySchema),
  personalAccessTokens: list(personalAccessTokenSchema),
  projects: list(projectSchema),
  projectRoles: list(projectRoleSchema),
  oidcApps: list(oidcAppSchema),
  apiApps: list(apiAppSchema),
  appKeys: list(appKeySchema),
  projectGrants: list(projectGrantSchema),
  userGrants: list(userGrantSchema),
  orgMembers: list(orgMemberSchema),
  projectMembers: list(projectMemberSchema),
  projectGrantMembers: list(projectGrantMemberSchema),
})
export type DocumentOrg = v.InferOutput<typeof documentOrgSchema>
