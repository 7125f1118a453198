// People with passkeys, and a browser that has an authenticator: it answers the form of a page as the script of the page would.
import type { AuditEvent, Passkey } from '@symbolon/core-protocol'
import { define } from '@symbolon/core-protocol'
import { password } from '@symbolon/login'
import { passkey, passkeySetup } from '@symbolon/login-passkey'
import type { PasskeyOptions } from '@symbolon/login-passkey'
import type { OrgDocument } from '@symbolon/schema-v2'
import { alice, createSoftwareAuthenticator } from '@symbolon/test-kit'
import type {
  CeremonyOptions,
  CreationTraits,
  CredentialJson,
  Credentials,
  Page,
  ResponseTraits,
  SoftwareAuthenticator,
  SoftwareCredential,
  UserAgent,
} from '@symbolon/test-kit'
import { authorizationUrl } from './code-flow.ts'
import { testHashing } from './hashing.ts'
import { startTestProvider } from './provider.ts'
import type { TestProvider, TestProviderOptions } from './provider.ts'

export interface PasskeyProvider extends TestProvider {
  readonly authenticator: SoftwareAuthenticator
  readonly audited: AuditEvent[]
}

/** A provider with passwords and passkeys. */
export async function startWithPasskeys(
  options: TestProviderOptions & { readonly passkeys?: PasskeyOptions } = {},
): Promise<PasskeyProvider> {
  const audited: AuditEvent[] = []
  const provider = await startTestProvider({
    authenticators: [password({ hashing: testHashing }), passkey(options.passkeys)],
    steps: [passkeySetup(options.passkeys)],
    audit: define({ kind: 'audit', name: 'recording', stores: [], record: async (events) => void audited.push(...events) }),
    ...options,
  })
  return { ...provider, audited, authenticator: createSoftwareAuthenticator(new URL(provider.issuer).origin) }
}

/** The fixture's document with these members of the login policy of its organization. */
export function withPolicy(document: OrgDocument, policy: Readonly<Record<string, unknown>>): OrgDocument {
  const [org, ...others] = document.orgs ?? []
  const loginPolicy = { allowUsernamePassword: true, passwordlessType: 'PASSWORDLESS_TYPE_ALLOWED', ...policy }
  return { ...document, orgs: [{ ...org, loginPolicy }, ...others] } as OrgDocument
}

/** The place of the form with a ceremony among the forms of the page. */
function formIndex(page: Page): number {
  return page.forms.findIndex(({ data }) => data['passkey'] !== undefined)
}

export function hasPasskeyForm(page: Page): boolean {
  return formIndex(page) !== -1
}

/** The options that the page hands to the browser. */
export function optionsOf(
  page: Page,
  kind: 'options' | 'conditional-options' = 'options',
): CeremonyOptions & Readonly<Record<string, unknown>> {
  const data = page.forms[formIndex(page)]?.data[kind]
  if (data === undefined) throw new Error(`No ${kind} on ${page.url.href}: ${page.text.slice(0, 600)}`)
  return JSON.parse(data) as CeremonyOptions & Record<string, unknown>
}

/** Posts an answer with the form of the page. */
export async function answer(userAgent: UserAgent, page: Page, response: CredentialJson | string): Promise<Page> {
  const credential = typeof response === 'string' ? response : JSON.stringify(response)
  return await userAgent.submit(page, { credential }, formIndex(page))
}

/** Uses the credential on the page. */
export async function use(
  { authenticator }: PasskeyProvider,
  userAgent: UserAgent,
  page: Page,
  credential: SoftwareCredential,
  traits: ResponseTraits = {},
): Promise<Page> {
  return await answer(userAgent, page, authenticator.get(optionsOf(page), credential, traits))
}

/** Creates a credential on the page. */
export async function create(
  { authenticator }: PasskeyProvider,
  userAgent: UserAgent,
  page: Page,
  traits: CreationTraits = {},
  kind: 'options' | 'conditional-options' = 'options',
): Promise<{ readonly page: Page; readonly credential: SoftwareCredential }> {
  const { credential, response } = authenticator.create(optionsOf(page, kind), traits)
  return { page: await answer(userAgent, page, response), credential }
}

/** Types the login name and the password. Unlike `signIn`, it skips no offer. */
export async function givePassword(
  provider: PasskeyProvider,
  userAgent: UserAgent,
  { loginName, password: typed }: Credentials = alice,
): Promise<Page> {
  const page = await userAgent.submit(await userAgent.get(authorizationUrl(provider)), { loginName })
  return await userAgent.submit(page, { password: typed })
}

/** Signs Alice in with her password, in a new browser, up to the page that offers a passkey. */
export async function toOffer(
  provider: PasskeyProvider,
  userAgent: UserAgent = provider.newUserAgent(),
  credentials = alice,
): Promise<{ readonly userAgent: UserAgent; readonly page: Page }> {
  const page = await givePassword(provider, userAgent, credentials)
  if (!hasPasskeyForm(page)) throw new Error(`No passkey is offered: ${page.redirectedTo?.href ?? page.text.slice(0, 600)}`)
  return { userAgent, page }
}

/** A new passkey of Alice, created during a sign-in. */
export async function newPasskey(provider: PasskeyProvider, traits: CreationTraits = {}): Promise<SoftwareCredential> {
  const { userAgent, page } = await toOffer(provider)
  const created = await create(provider, userAgent, page, traits)
  if (created.page.redirectedTo === undefined) throw new Error(`No passkey was created: ${created.page.text.slice(0, 900)}`)
  return created.credential
}

/** The stored passkeys of Alice. */
export async function storedPasskeys(provider: PasskeyProvider, userId: string = alice.id): Promise<readonly Passkey[]> {
  return (await provider.storage.stores.passkeys?.list(userId)) ?? []
}
