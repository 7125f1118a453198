// The clients that have to push their requests. https://www.rfc-editor.org/rfc/rfc9126#section-6
import type { ClientMetadataMember } from '@symbolon/core-protocol'
import { bool } from '@symbolon/schema-v2'

declare module '@symbolon/core-protocol' {
  interface ClientMetadata {
    readonly require_pushed_authorization_requests: boolean
  }
}

/** The member of client metadata. */
export const requiresPushing: ClientMetadataMember = {
  schema: bool(),
  texts: {
    en: {
      label: 'Pushed authorization requests only',
      help: 'Refuses authorization requests that the application did not push (RFC 9126).',
    },
    de: {
      label: 'Nur Pushed Authorization Requests',
      help: 'Lehnt Authorization Requests ab, die die Anwendung nicht vorab an den Server gesendet hat (RFC 9126).',
    },
  },
}
