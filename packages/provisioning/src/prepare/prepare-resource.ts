// The preparation of one resource that needs more than the document and a lookup: reading keys, comparing and hashing secrets, generating
// ids and secrets. The result is data for the planner.
import { isSecretHashingBusy } from '@symbolon/core-protocol'
import type { Resource, ResourceKind, ResourceReference } from '@symbolon/core-protocol'
import { isJsonObject } from '@symbolon/schema-v2'
import type { DesiredResource } from '../desired/desired-resource.ts'
import type { Problem } from '../report/reason.ts'
import { publicKeyProblem } from '../validate/public-key.ts'
import { clientMetadataProblem, prepareClientMetadata } from './client-metadata.ts'
import { prepareClientId, prepareClientSecret, prepareFormerClientSecret, preparePersonalAccessToken } from './credentials.ts'
import { passkeyProblem } from './passkey.ts'
import { prepareMessageText } from './message-text.ts'
import { preparePassword } from './password.ts'
import { mergeSecrets, noSecrets } from './prepared-resource.ts'
import type { PrepareContext, PreparedResource, PreparedSecrets } from './prepared-resource.ts'
import { prepareIdpSecret, prepareOtpSecret } from './sealed.ts'

type Step = (desired: DesiredResource, stored: Resource | undefined, context: PrepareContext, dryRun: boolean) => Promise<PreparedSecrets>

const clientSteps: readonly Step[] = [prepareClientSecret, prepareFormerClientSecret]

/** How the secrets and texts of each kind are prepared. The other kinds have none. */
const stepsOf: Partial<Record<ResourceKind, readonly Step[]>> = {
  humanUser: [preparePassword, prepareOtpSecret],
  machineUser: clientSteps,
  oidcApp: [...clientSteps, prepareClientMetadata],
  apiApp: [...clientSteps, prepareClientMetadata],
  personalAccessToken: [preparePersonalAccessToken],
  oidcIdp: [prepareIdpSecret],
  instanceOidcIdp: [prepareIdpSecret],
  orgText: [prepareMessageText],
}

/**
 * @param stored the stored state of the resource
 * @returns the resource as it would be stored, or with the problem that prevents it
 * @throws the errors of the directory
 */
export async function prepareResource(
  desired: DesiredResource,
  stored: Resource | undefined,
  context: PrepareContext,
  dryRun: boolean,
): Promise<PreparedResource> {
  const unprepared: PreparedResource = { desired, content: desired.content, ...noSecrets }
  const problem = desired.removed ? undefined : (desired.problem ?? (await laterProblem(desired, stored, context)))
  if (desired.removed || problem !== undefined) return problem === undefined ? unprepared : { ...unprepared, problem }

  try {
    const clientId = prepareClientId(desired, stored, context)
    const parts: PreparedSecrets[] = []
    for (const step of stepsOf[desired.kind] ?? []) parts.push(await step(desired, stored, context, dryRun))
    parts.push({ generated: clientId })
    const { secrets, changed, generated, ignored, instead } = mergeSecrets(parts)
    const content = { ...desired.content, ...(stored === undefined ? {} : desired.keep?.(stored.content)), ...clientId, ...instead }
    const prepared: PreparedResource = { desired, content, secrets, changed, generated, ignored, instead }
    const isApp = desired.kind === 'oidcApp' || desired.kind === 'apiApp'
    const holder = isApp ? await clientIdHolder(content['clientId'], stored, context) : undefined
    return holder === undefined ? prepared : { ...prepared, clientIdHolder: holder }
  } catch (error) {
    if (isSecretHashingBusy(error)) return { ...unprepared, problem: { reason: 'secret_hashing_busy', member: 'user.password' } }
    throw error
  }
}

async function laterProblem(desired: DesiredResource, stored: Resource | undefined, context: PrepareContext): Promise<Problem | undefined> {
  const { kind, content } = desired
  if (kind === 'org' && stored === undefined && content['org'] === undefined) return { reason: 'org_name_missing', member: 'org' }
  if (kind === 'passkey') return await passkeyProblem(desired, stored, context)
  // The user stays without the link. No other user can sign in with that account.
  if (kind === 'userLink') return stored === undefined && context.isRemovedByUser(desired) ? { reason: 'link_removed' } : undefined
  if (kind === 'oidcIdp' || kind === 'instanceOidcIdp') return idpSecretProblem(desired, stored)
  if (kind === 'oidcApp' || kind === 'apiApp') return clientMetadataProblem(content, context.clientMetadata)
  if (kind !== 'appKey' && kind !== 'machineKey') return undefined
  const reason = typeof content['publicKey'] === 'string' ? await publicKeyProblem(content['publicKey']) : 'key_malformed'
  return reason === undefined ? undefined : { reason, member: 'publicKey' }
}

/** Otherwise a caller who may change the issuer could have the stored secret sent to a server under the caller's control. */
function idpSecretProblem({ content, secrets }: DesiredResource, stored: Resource | undefined): Problem | undefined {
  if (stored?.secrets?.sealedIdpSecret === undefined || secrets.idpSecret !== undefined) return undefined
  return issuerOf(content) === issuerOf(stored.content) ? undefined : { reason: 'idp_secret_needed', member: 'idp.clientSecret' }
}

function issuerOf({ idp }: Resource['content']): unknown {
  return isJsonObject(idp) ? idp['issuer'] : undefined
}

async function clientIdHolder(
  clientId: unknown,
  stored: Resource | undefined,
  { directory }: PrepareContext,
): Promise<ResourceReference | undefined> {
  return typeof clientId !== 'string' || stored?.content['clientId'] === clientId ? undefined : directory.findClientId(clientId)
}
