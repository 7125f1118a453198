// Errors that are reported in the terms of the specifications. A client's mistake is an `OAuthError` with a registered code. Where an
// authorization request fails, two further types decide between a page and a redirect, so that no flag can redirect to an attacker's URI.
import type { AuthorizationRequest } from '../ports/authorization-request.ts'

/**
 * The registered error codes. A package of another specification adds its codes by declaration merging; its responses have the status 400.
 * https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1, #section-5.2, https://www.rfc-editor.org/rfc/rfc6750#section-3.1, OpenID Connect Core §3.1.2.6
 */
export interface OAuthErrorCodes {
  readonly access_denied: true
  readonly consent_required: true
  readonly insufficient_scope: true
  readonly interaction_required: true
  readonly invalid_client: true
  readonly invalid_grant: true
  readonly invalid_request: true
  readonly invalid_request_object: true
  readonly invalid_request_uri: true
  readonly invalid_scope: true
  readonly invalid_target: true
  readonly invalid_token: true
  readonly login_required: true
  readonly registration_not_supported: true
  readonly request_not_supported: true
  readonly request_uri_not_supported: true
  readonly server_error: true
  readonly temporarily_unavailable: true
  readonly unauthorized_client: true
  readonly unsupported_grant_type: true
  readonly unsupported_response_type: true
}

/** A registered error code. */
export type OAuthErrorCode = keyof OAuthErrorCodes

/** An error that is reported to the client in the terms of the specifications. */
export class OAuthError extends Error {
  override readonly name: string = 'OAuthError'
  readonly error: OAuthErrorCode
  /** Public; never contains input. */
  readonly description: string
  /** For the log only. */
  readonly reason: string | undefined

  /**
   * @param error the registered error code
   * @param description public text, limited to the characters of RFC 6749 (no quotes, no backslash, ASCII)
   * @param reason private detail for the log; never a secret
   */
  constructor(error: OAuthErrorCode, description: string, reason?: string) {
    super(`${error}: ${description}`)
    this.error = error
    this.description = description
    this.reason = reason
  }
}

/** A parameter of the request is missing or malformed. https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
export class InvalidParameter extends OAuthError {
  override readonly name = 'InvalidParameter'

  /** @param parameter its name, from the list of known ones and never from the request; undefined when it is not known which one it is */
  constructor(parameter: string | undefined, fault: 'missing' | 'malformed') {
    super('invalid_request', `${parameter === undefined ? 'A parameter' : `The ${parameter}`} is ${fault}.`)
  }
}

/** The request is right, and the user has not decided yet. Clients poll, so limits of refused requests do not count it. */
export class StillPending extends OAuthError {
  override readonly name = 'StillPending'
}

/** Client authentication failed, or is missing. https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
export class InvalidClient extends OAuthError {
  override readonly name = 'InvalidClient'
  /** Whether HTTP Basic would have been accepted of this client, and here. */
  readonly basicAccepted: boolean

  constructor(description: string, reason: string, basicAccepted: boolean) {
    super('invalid_client', description, reason)
    this.basicAccepted = basicAccepted
  }
}

/**
 * An error that is shown as a page, because it must not or cannot be sent by redirect: the client is unknown, the redirect URI is not
 * registered, or the request is of a page itself. https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1
 */
export class DisplayedError extends OAuthError {
  override readonly name: string = 'DisplayedError'
}

/** The user returns with a request that has expired, was answered, or was started in another browser. */
export class ExpiredRequest extends DisplayedError {
  override readonly name = 'ExpiredRequest'

  constructor(error: OAuthErrorCode = 'invalid_request') {
    super(error, 'The sign-in has expired or was finished already.')
  }
}

/** A browser asks for a page that does not exist. */
export class PageNotFound extends DisplayedError {
  override readonly name = 'PageNotFound'

  constructor() {
    super('invalid_request', 'There is no page at this address.')
  }
}

/** A form was posted from another site, or without the token of its page. */
export class ForbiddenForm extends DisplayedError {
  override readonly name = 'ForbiddenForm'

  constructor() {
    super('access_denied', 'The form does not come from a page of this server.')
  }
}

/** A sign-out failed: the request is invalid, or the provider failed. */
export class EndSessionError extends DisplayedError {
  override readonly name = 'EndSessionError'
}

/** The user's address has asked too often. */
export class TooManyRequests extends DisplayedError {
  override readonly name = 'TooManyRequests'
  /** Seconds, for the header. https://www.rfc-editor.org/rfc/rfc6585#section-4 */
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super('temporarily_unavailable', 'There were too many requests.')
    this.retryAfter = retryAfter
  }
}

/** Where the answer to an authorization request may be sent: made only after the redirect URI was found registered. */
export interface RedirectTarget extends Pick<AuthorizationRequest, 'clientId' | 'redirectUri' | 'responseMode' | 'uiLocales'> {
  readonly state: string | undefined
}

/** An authorization request that fails after its redirect URI was verified. The error is sent to the client by redirect. */
export class RedirectedError extends OAuthError {
  override readonly name = 'RedirectedError'
  readonly target: RedirectTarget

  constructor(target: RedirectTarget, error: OAuthErrorCode, description: string, reason?: string) {
    super(error, description, reason)
    this.target = target
  }
}
