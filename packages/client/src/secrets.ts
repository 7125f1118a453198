// The client secrets of applications and service users. Two are valid at a time, so that one can be replaced while clients go on.
import { listAt, pathOf } from './send.ts'
import type { Send } from './send.ts'

/** The lists of which the entries have a secret. */
export type SecretHolder = 'apiApps' | 'machineUsers' | 'oidcApps'

/** A secret, without its value. */
export interface ClientSecret {
  readonly secretId: string
  /** The one that was added last. */
  readonly current: boolean
  /** RFC 3339 in UTC. */
  readonly expiresAt?: string
}

/** A secret that was just added. Its value can never be read again. */
export interface AddedSecret extends ClientSecret {
  readonly clientId: string
  readonly clientSecret: string
}

/** How a secret is added. */
export interface AddSecretOptions {
  /** RFC 3339: when the secret before it ends; without it, when it is removed. */
  readonly formerExpiresAt?: string
}

interface ClientSecrets {
  addSecret(list: SecretHolder, id: string, options?: AddSecretOptions): Promise<AddedSecret>
  secrets(list: SecretHolder, id: string): Promise<readonly ClientSecret[]>
  removeSecret(list: SecretHolder, id: string, secretId: string): Promise<void>
}

/** @returns the operations on the secrets of an organization */
export function clientSecrets(send: Send, base: string): ClientSecrets {
  const at = (list: SecretHolder, id: string): string => `${base}/${list}${pathOf(id)}/secrets`
  return {
    // The API responds as its documentation states.
    addSecret: async (list, id, body = {}) => (await send({ method: 'POST', path: at(list, id), body })).body as AddedSecret,
    secrets: async (list, id) => await listAt(send, at(list, id)),
    removeSecret: async (list, id, secretId) => void (await send({ method: 'DELETE', path: at(list, id) + pathOf(secretId) })),
  }
}
