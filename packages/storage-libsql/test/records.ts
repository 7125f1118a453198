// Records with as little in them as a test needs.
import type { AccessToken, AuthorizationCode, RefreshTokenFamily, Session } from '@symbolon/core-protocol'

export function token(digest: string): AccessToken {
  return { id: digest, digest, authorizationId: 'a', clientId: 'c', subject: 's', scope: [], audience: [], issuedAt: 1, expiresAt: 2 }
}

export function code(digest: string): AuthorizationCode {
  return {
    digest, authorizationId: 'a', clientId: 'c', redirectUri: 'https://rp.test/cb', userId: 'u', sessionId: 's', scope: ['openid'],
    authenticatedAt: 1, amr: ['pwd'], acr: '1', issuedAt: 1, expiresAt: 9000, rememberedUntil: 9000,
  }
}

export function family(id: string): RefreshTokenFamily {
  return { id, authorizationId: 'a', clientId: 'c', subject: 'u', scope: [], audience: [], issuedAt: 1, endsAt: 9000 }
}

export function session(id: string): Session {
  return { id, userId: 'u', authenticatedAt: 1, factors: [], createdAt: 1, expiresAt: 9000 }
}
