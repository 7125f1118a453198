// The parts: the endpoint that receives requests, and the source that finds them again.
import { checkPartOptions } from '@symbolon/core-protocol'
import type { AnyPart, OptionNames } from '@symbolon/core-protocol'
import { pushEndpoint } from './push-endpoint.ts'
import { pushedRequestSource } from './request-source.ts'

/** Options of `pushedRequests`. */
export interface PushedRequestOptions {
  /** Seconds in which a browser has to bring the `request_uri`, from 5 to 599. Default: 90, because a link may go to another device. */
  readonly lifetime?: number
  /** Whether the server refuses all authorization requests that were not pushed, and so all clients without a secret or a key. Default: false. */
  readonly required?: boolean
}

const optionNames: OptionNames<PushedRequestOptions> = { lifetime: 'optional', required: 'optional' }

/**
 * Pushed authorization requests: a confidential client sends its request to the server first, and the browser carries a `request_uri`.
 * https://www.rfc-editor.org/rfc/rfc9126
 * @returns the endpoint and the request source, for the option `parts`
 * @throws TypeError with the code `unknown_option` or `pushed_request_lifetime`
 * @example createProvider({ parts: [...pushedRequests()], … })
 */
export function pushedRequests(options: PushedRequestOptions = {}): readonly AnyPart[] {
  checkPartOptions('pushedRequests', options, optionNames)
  const { lifetime = 90, required = false } = options
  // https://openid.net/specs/fapi-security-profile-2_0-final.html#section-5.3.2.2: less than 600 seconds.
  if (!Number.isSafeInteger(lifetime) || lifetime < 5 || lifetime > 599) {
    const message = 'The lifetime of pushedRequests() must be a whole number of seconds from 5 to 599.'
    throw Object.assign(new TypeError(message), { code: 'pushed_request_lifetime' })
  }
  return [pushEndpoint({ lifetime, required }), pushedRequestSource({ required })]
}
