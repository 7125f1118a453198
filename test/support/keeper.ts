// An instance with a service user who owns it, one who does not, and a personal access token for each.
import type { OrgDocument } from '@symbolon/schema-v2'
import { acmeWith } from './acme.ts'

export const keeperToken = 'symbolon_pat_keeper-0123456789-0123456789-0123456789'
export const robotToken: string = `${keeperToken}-robot`

export const keeperDocument: OrgDocument = {
  ...acmeWith({
    machineUsers: [
      { userId: 'keeper', user: { userName: 'keeper', name: 'Keeper' } },
      { userId: 'robot', user: { userName: 'robot', name: 'Robot' } },
    ],
    personalAccessTokens: [
      { tokenId: 'keeper-token', userId: 'keeper', token: keeperToken },
      { tokenId: 'robot-token', userId: 'robot', token: robotToken },
    ],
  }),
  instanceMembers: [{ userId: 'keeper', roles: ['IAM_OWNER'] }],
}
