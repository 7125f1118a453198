// English.
import { accessTokens } from './en/access-tokens.ts'
import { applications } from './en/applications.ts'
import { branding } from './en/branding.ts'
import { projects } from './en/projects.ts'
import { reasons } from './en/reasons.ts'
import { clientKeys } from './en/client-keys.ts'
import { customTexts } from './en/custom-texts.ts'
import { domains } from './en/domains.ts'
import { facts } from './en/facts.ts'
import { features, keys } from './en/keys.ts'
import { identityProviders } from './en/identity-providers.ts'
import { members } from './en/members.ts'
import { policies } from './en/policies.ts'
import { users } from './en/users.ts'
import { transfer } from './en/transfer.ts'
import { trail } from './en/trail.ts'
import { general } from './en/general.ts'
import type { Texts } from './shape.ts'

/** @returns the texts in English */
export function en(): Texts {
  return {
    ...general,
    applications,
    branding,
    projects,
    reasons: reasons(),
    members,
    accessTokens,
    clientKeys,
    customTexts,
    domains,
    facts,
    features,
    identityProviders,
    keys,
    trail,
    transfer,
    policies: policies(),
    users,
  }
}
