// The texts of mails and messages. One that leads elsewhere than to this server or to the organization is left out, and mails have the
// built-in text in its place.
import type { Resource } from '@symbolon/core-protocol'
import type { DesiredResource } from '../desired/desired-resource.ts'
import type { PrepareContext, PreparedSecrets } from './prepared-resource.ts'

/** @returns the members that lead elsewhere; none for texts of pages, which no program turns into links */
export async function prepareMessageText(
  { key: [orgId = '', list], content }: DesiredResource,
  stored: Resource | undefined,
  { foreignTexts }: PrepareContext,
): Promise<PreparedSecrets> {
  if (list === 'loginTexts') return {}
  const texts = Object.entries(content).flatMap(([member, text]) =>
    typeof text === 'string' && text !== stored?.content[member] ? [[member, text] as const] : [],
  )
  const members = await foreignTexts(orgId, new Map(texts))
  return {
    ignored: members.map((member) => ({ reason: 'text_leads_elsewhere', member })),
    instead: Object.fromEntries(members.map((member) => [member, undefined])),
  }
}
