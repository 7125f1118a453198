// Ids that the format repeats inside of an entry. Contents leave them out, because the organization's or the entry's own counts; other
// readers want them: without `domainPolicy.orgId` the format's own check refuses the whole document, and a service user keeps its id only
// where `user.userId` says so.
import type { Resource } from '@symbolon/core-protocol'

type Content = Resource['content']

export function withRepeatedIds({ kind, key: [id = '', name], content }: Resource): Content {
  switch (kind) {
    case 'orgDomain': return { ...content, orgId: id }
    case 'orgPolicy': return name === 'domainPolicy' ? { ...content, orgId: id } : content
    case 'machineUser': return { ...content, user: { ...userOf(content), userId: id } }
    default: return content
  }
}

function userOf({ user }: Content): object {
  return typeof user === 'object' && user !== null ? user : {}
}
