// Spring Boot with Spring Security. https://docs.spring.io/spring-security/reference/servlet/oauth2/
import { quoted } from './values.ts'
import type { Setup, SetupValues } from './values.ts'

function spring(text: string): Setup {
  return { id: 'spring', title: 'Spring Boot (application.yaml)', language: 'yaml', text }
}

function registration({ issuer, clientId, method, scopes }: SetupValues, grantType: string, redirectUri?: string): string {
  return `spring:
  security:
    oauth2:
      client:
        registration:
          oidc:
            client-id: ${quoted(clientId)}
            client-secret: "\${OIDC_CLIENT_SECRET}"
            client-authentication-method: ${method}
            authorization-grant-type: ${grantType}
${redirectUri === undefined ? '' : `            redirect-uri: ${quoted(redirectUri)}\n`}            scope: [${scopes.map(quoted).join(', ')}]
        provider:
          oidc:
            issuer-uri: ${quoted(issuer)}
`
}

/** @returns a sign-in. The path of the redirect URI has to be the one that Spring Security serves. */
export function springSignIn(values: SetupValues): Setup {
  return spring(`# Spring Security comes back to {baseUrl}/login/oauth2/code/oidc unless it is configured otherwise: register this redirect URI.
${registration(values, 'authorization_code', values.redirectUri)}`)
}

/** @returns a token for a service user */
export function springService(values: SetupValues): Setup {
  return spring(registration(values, 'client_credentials'))
}

/** @returns the introspection of tokens that an API received */
export function springIntrospection({ issuer, clientId }: SetupValues): Setup {
  return spring(`spring:
  security:
    oauth2:
      resourceserver:
        opaquetoken:
          introspection-uri: ${quoted(`${issuer}/oauth/v2/introspect`)}
          client-id: ${quoted(clientId)}
          client-secret: "\${OIDC_CLIENT_SECRET}"
`)
}
