// Support staff act for a customer, from switching it on to the audit trail.
import { getValidatedIdTokenClaims } from 'oauth4webapi'
import { enableImpersonation, enableTokenExchange, listEvents, mayAdministrate } from './administration.ts'
import { actFor, handBack, introspect, openSupportDesk, profileOf } from './support-desk.ts'

const {
  ISSUER: issuer, OWNER_TOKEN: ownerToken, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, STAFF_TOKEN: staffToken, CUSTOMER: customer,
} = process.env
if (issuer === undefined || ownerToken === undefined || clientId === undefined || clientSecret === undefined || staffToken === undefined || customer === undefined) {
  throw new Error('Set ISSUER, OWNER_TOKEN, CLIENT_ID, CLIENT_SECRET, STAFF_TOKEN and CUSTOMER.')
}

const owner = { issuer, token: ownerToken }
await enableTokenExchange(owner)
await enableImpersonation(owner)

const desk = await openSupportDesk(issuer, clientId, clientSecret)
const tokens = await actFor(desk, customer, staffToken)
const { sub, act } = getValidatedIdTokenClaims(tokens) ?? {}
show('The ID token', { sub, act })

const { name, email } = await profileOf(desk, customer, tokens.access_token)
show('Userinfo', { name, email })

const seen = await introspect(desk, tokens.access_token)
show('Introspection', { active: seen.active, username: seen.username, act: seen['act'], aud: seen.aud })
show('The administration', { isOpen: await mayAdministrate({ issuer, token: tokens.access_token }) })

await handBack(desk, tokens.access_token)
const { active } = await introspect(desk, tokens.access_token)
show('Introspection, after the token was handed back', { active })

const [event] = await listEvents(owner, 'user_impersonated')
show('The audit trail', { type: event?.['type'], actorId: event?.['actorId'], subject: event?.['subject'], clientId: event?.['clientId'] })

function show(what: string, facts: Readonly<Record<string, unknown>>): void {
  console.log(`${what}: ${JSON.stringify(facts)}`)
}
