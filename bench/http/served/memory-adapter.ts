// Storage for oidc-provider in Maps. Its own in-memory storage keeps a thousand entries only, which the load exceeds.
import type { Adapter, AdapterPayload } from 'oidc-provider'

const grants = new Map<string, Set<() => void>>()

export function memoryAdapter(): Adapter {
  const entries = new Map<string, AdapterPayload>()
  const findBy = (member: 'uid' | 'userCode', value: string): AdapterPayload | undefined =>
    [...entries.values()].find((payload) => payload[member] === value)
  return {
    async upsert(id, payload) {
      entries.set(id, payload)
      if (payload.grantId === undefined) return
      const members = grants.get(payload.grantId) ?? new Set()
      members.add(() => entries.delete(id))
      grants.set(payload.grantId, members)
    },
    find: async (id) => entries.get(id),
    findByUid: async (uid) => findBy('uid', uid),
    findByUserCode: async (userCode) => findBy('userCode', userCode),
    async consume(id) {
      const payload = entries.get(id)
      if (payload !== undefined) entries.set(id, { ...payload, consumed: Math.floor(Date.now() / 1000) })
    },
    async destroy(id) {
      entries.delete(id)
    },
    async revokeByGrantId(grantId) {
      for (const remove of grants.get(grantId) ?? []) remove()
      grants.delete(grantId)
    },
  }
}
