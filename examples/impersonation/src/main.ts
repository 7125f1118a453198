// Support staff act for a customer: from enabling impersonation to reading the audit trail.
import { getValidatedIdTokenClaims } from 'oauth4webapi'
import { enableImpersonation, enableTokenExchange, listEvents, mayAdministrate } from './administration.ts'
import { actFor, handBack, introspect, openSupportDesk, profileOf } from './support-desk.ts'

const issuer = setting('ISSUER')
const customer = setting('CUSTOMER')
const owner = { issuer, token: setting('OWNER_TOKEN') }
await enableTokenExchange(owner)
await enableImpersonation(owner)

const desk = await openSupportDesk(issuer, setting('CLIENT_ID'), setting('CLIENT_SECRET'))
const tokens = await actFor(desk, customer, setting('STAFF_TOKEN'))
const claims = getValidatedIdTokenClaims(tokens)
show('The ID token', { sub: claims?.sub, act: claims?.['act'] })

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

function setting(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`Set ${name}.`)
  return value
}

function show(what: string, facts: Readonly<Record<string, unknown>>): void {
  console.log(`${what}: ${JSON.stringify(facts)}`)
}
