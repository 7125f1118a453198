// Records with as little in them as a test needs.
import { hash } from 'node:crypto'
import type {
  AccessToken,
  AuthorizationCode,
  AuthorizationCodeRedemption,
  NewRefreshToken,
  RefreshTokenFamily,
  RefreshTokenRotation,
  Session,
} from '@symbolon/core-protocol'

/** @param digest from which the number is made: by `token(digest).number` the token is found */
export function token(digest: string): AccessToken {
  const number = Number.parseInt(hash('sha256', digest).slice(0, 13), 16)
  return {
    id: digest,
    number,
    digest,
    authorizationId: 'a',
    clientId: 'c',
    subject: 's',
    scope: [],
    audience: [],
    issuedAt: 1,
    expiresAt: 2,
  }
}

export function code(digest: string): AuthorizationCode {
  return {
    digest,
    authorizationId: 'a',
    clientId: 'c',
    redirectUri: 'https://rp.test/cb',
    userId: 'u',
    sessionId: 's',
    scope: ['openid'],
    authenticatedAt: 1,
    amr: ['pwd'],
    acr: '1',
    issuedAt: 1,
    expiresAt: 9000,
    rememberedUntil: 9000,
  }
}

/** Redeems a `code`. */
export function redemption(digest: string): AuthorizationCodeRedemption {
  return { kind: 'code', digest, clientId: 'c', now: 2 }
}

function family(id: string): RefreshTokenFamily {
  return { id, authorizationId: 'a', clientId: 'c', subject: id, scope: [], audience: [], issuedAt: 1, endsAt: 9000 }
}

export function refreshToken(id: string, digest: string): NewRefreshToken {
  return { family: family(id), digest, expiresAt: 9000, familiesKept: 1000 }
}

/** The tokens of a family that is used twice at once in each of some steps. */
export const steps = 5
export const firstOf = (name: string): string => `${name}/0`
export const successorsOf = (name: string, step: number): readonly string[] => [`${name}/${step}a`, `${name}/${step}b`]

export function rotation(name: string, digest: string, successor: string): RefreshTokenRotation {
  return { kind: 'rotation', family: name, clientId: 'c', digest, successor, now: 2, expiresAt: 9000, repeatableUntil: 1000 }
}

export function session(id: string): Session {
  return { id, userId: 'u', authenticatedAt: 1, factors: [], createdAt: 1, expiresAt: 9000 }
}
