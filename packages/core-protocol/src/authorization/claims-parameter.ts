// Reads the `claims` parameter. https://openid.net/specs/openid-connect-core-1_0.html#ClaimsParameter
import * as v from 'valibot'
import { isObject, parseStrictJsonObject } from '../jwt/strict-json.ts'
import { OAuthError } from '../errors/oauth-error.ts'
import type { ClaimsRequest } from '../ports/authorization-request.ts'

const claims = v.pipe(
  // A record would take a list, too.
  v.custom<Readonly<Record<string, unknown>>>(isObject),
  v.record(
    v.pipe(v.string(), v.maxLength(100)),
    v.nullable(
      v.looseObject({
        essential: v.optional(v.boolean()),
        values: v.optional(v.array(v.unknown())),
      }),
    ),
  ),
  v.check((entries) => Object.keys(entries).length <= 100),
)

const claimsParameter = v.looseObject({ userinfo: v.optional(claims), id_token: v.optional(claims) })

/** @throws OAuthError invalid_request */
export function parseClaimsParameter(text: string): ClaimsRequest {
  let value: unknown
  try {
    value = parseStrictJsonObject(text)
  } catch {
    throw new OAuthError('invalid_request', 'The claims parameter is not a JSON object.')
  }
  const result = v.safeParse(claimsParameter, value)
  if (!result.success) throw new OAuthError('invalid_request', 'The claims parameter is malformed.')
  const { userinfo, id_token: idToken } = result.output
  return {
    ...(userinfo === undefined ? {} : { userinfo: pick(userinfo) }),
    ...(idToken === undefined ? {} : { id_token: pick(idToken) }),
  }
}

/** Keeps what has a meaning here, so that a stored request holds nothing else. */
function pick(entries: v.InferOutput<typeof claims>): NonNullable<ClaimsRequest['userinfo']> {
  return Object.fromEntries(
    Object.entries(entries).map(([name, request]) => [
      name,
      request === null
        ? null
        : {
            ...(request.essential === undefined ? {} : { essential: request.essential }),
            ...('value' in request ? { value: request['value'] } : {}),
            ...(request.values === undefined ? {} : { values: request.values }),
          },
    ]),
  )
}
