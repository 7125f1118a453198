// An invitation that ends in a passkey in place of the first password.
import { define, readQuery, redirect } from '@symbolon/core-protocol'
import { invitation, issueUserLink, loginMail, userLinkStores } from '@symbolon/login'
import type { Message, UserLinkKind } from '@symbolon/login'
import { firstPasskey } from '@symbolon/login-passkey'
import { acmeDocument, alice } from '@symbolon/test-kit'
import type { Page, UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { authorizationUrl } from '../../support/code-flow.ts'
import { testHashing } from '../../support/hashing.ts'
import { answer, create, hasPasskeyForm, optionsOf, startWithPasskeys, storedPasskeys, use, withPolicy } from '../../support/passkeys.ts'
import type { PasskeyProvider } from '../../support/passkeys.ts'

const passwordPath = '/ui/login/invitation/password'
const passkeyPath = '/ui/login/invitation/passkey'
const newPassword = 'horse staple battery'
const both = { newPassword, newPasswordAgain: newPassword }
const invited = 'nora@acme.example'

interface Invitations extends PasskeyProvider {
  /** Issues a link, which an administrator would give to the user. */
  readonly link: (kind?: UserLinkKind, loginName?: string) => Promise<string>
  /** Issues the two links of one invitation. */
  readonly links: () => Promise<readonly [printed: string, mailed: string]>
  /** The kinds of the mails that were sent. */
  readonly mails: string[]
}

function documentWith(policy: Readonly<Record<string, unknown>>): ReturnType<typeof acmeDocument> {
  const document = withPolicy(acmeDocument(), policy)
  const [org, ...others] = document.orgs ?? []
  const nora = {
    userId: 'nora',
    state: 'USER_STATE_INITIAL' as const,
    user: {
      userName: 'nora',
      profile: { firstName: 'Nora', lastName: 'Berg' },
      email: { email: 'nora@mail.example' },
    },
  }
  if (org === undefined) throw new Error('The fixture has no organization')
  return { ...document, orgs: [{ ...org, humanUsers: [...(org.humanUsers ?? []), nora] }, ...others] }
}

/** Runs with a user who was created for an invitation. */
async function withInvitation(
  run: (provider: Invitations) => Promise<void>,
  policy: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const mails: string[] = []
  let mailedLink: string | undefined
  const write = ({ kind, link: mailed }: Pick<Message, 'kind' | 'link'>): { subject: string; text: string; html: string } => {
    mails.push(kind)
    mailedLink = mailed
    return { subject: 'S', text: 'T', html: '<p>T</p>' }
  }
  const mail = loginMail({ mailer: { send: async () => 'accepted' }, templates: { locales: ['en'], write } })
  const issuing = define({
    kind: 'endpoint',
    takes: 'nothing',
    name: 'test_link',
    stores: userLinkStores,
    path: '/test/link',
    methods: ['GET'],
    cors: 'none',
    async handle(request, context) {
      const [kind, loginName = '', byMail] = (readQuery(request).parameters['ask'] ?? '').split(' ')
      const asked = { kind: kind === 'reset' ? 'reset' : 'invite', loginName } as const
      const issued = await issueUserLink(asked, byMail === undefined ? undefined : mail, context)
      if (issued.kind === 'refused') throw new Error(issued.reason)
      return redirect(issued.link)
    },
  })
  const provider = await startWithPasskeys({
    document: documentWith(policy),
    endpoints: [issuing],
    detours: [invitation({ mail, hashing: testHashing, passkey: firstPasskey() })],
  })
  const link = async (kind: UserLinkKind = 'invite', loginName = invited, byMail = ''): Promise<string> => {
    const ask = encodeURIComponent(`${kind} ${loginName}${byMail}`)
    const response = await provider.fetch(new Request(`${provider.issuer}/test/link?ask=${ask}`))
    return response.headers.get('location') ?? assert.fail(await response.text())
  }
  const links = async (): Promise<readonly [printed: string, mailed: string]> => [
    await link('invite', invited, ' by-mail'),
    mailedLink ?? assert.fail('No link was mailed'),
  ]
  try {
    await run({ ...provider, link, links, mails })
  } finally {
    await provider.close()
  }
}

/** Opens the link and presses its button. */
async function follow(userAgent: UserAgent, link: string): Promise<Page> {
  return await userAgent.submit(await userAgent.get(link), {})
}

async function userOf({ storage }: PasskeyProvider, id = 'nora') {
  return await storage.stores.users?.find(id)
}

const passwordForm = (page: Page): number => page.forms.findIndex(({ action }) => action === passwordPath)

describe('an invitation that ends in a passkey', () => {
  test('the passkey is offered next to the password, makes the user active, signs in, and signs in again', () =>
    withInvitation(async (provider) => {
      const userAgent = provider.newUserAgent()
      const page = await follow(userAgent, await provider.link())
      assert.equal(page.url.pathname, passwordPath)
      assert.match(page.text, /name="newPassword"/)
      const asked = optionsOf(page)['user'] as { readonly id: string; readonly name: string; readonly displayName: string }
      assert.deepEqual([asked.name, asked.displayName], [invited, 'Nora Berg'])
      assert.equal((await userOf(provider))?.state, 'initial')
      const { credential } = await create(provider, userAgent, page)
      const user = await userOf(provider)
      assert.deepEqual([user?.state, user?.email?.verified], ['active', false], 'a printed link does not prove the address')
      assert.equal(await provider.storage.stores.passwords?.find('nora'), undefined)
      assert.deepEqual(
        (await storedPasskeys(provider, 'nora')).map(({ credentialId }) => credentialId),
        [credential.id],
      )
      assert.ok((await userAgent.get(authorizationUrl(provider))).redirectedTo?.searchParams.get('code'), 'the user is signed in')
      const added = provider.audited.find(({ type }) => type === 'passkey_added')
      assert.deepEqual([added?.actorId, added?.orgId, added?.details], ['nora', 'acme', { by: 'invitation', createdBy: 'user' }])
      assert.deepEqual(provider.mails, [], 'no warning about the first credential')
      const other = provider.newUserAgent()
      const signedIn = await use(provider, other, await other.get(authorizationUrl(provider)), credential)
      assert.ok(signedIn.redirectedTo?.searchParams.get('code'), signedIn.text)
    }))

  test('LG-10 RG-04 the passkey ends its own link and every other one of the user, also where its page is open, and so does the password', () =>
    withInvitation(async (provider) => {
      const [first, second, third] = [provider.newUserAgent(), provider.newUserAgent(), provider.newUserAgent()]
      const [used, other] = await provider.links()
      const opened = await follow(first, other)
      const page = await follow(second, used)
      await create(provider, second, page)
      for (const userAgent of [second, third]) assert.equal((await userAgent.get(used)).status, 400)
      assert.equal((await third.get(other)).status, 400)
      assert.equal((await first.submit(opened, both, passwordForm(opened))).status, 400)
      assert.equal((await create(provider, first, opened)).page.status, 400)
      assert.equal((await storedPasskeys(provider, 'nora')).length, 1)
      assert.equal(await provider.storage.stores.passwords?.find('nora'), undefined)
    }))

  test('RG-04 a page whose user got a password meanwhile takes no passkey', () =>
    withInvitation(async (provider) => {
      const [first, second] = [provider.newUserAgent(), provider.newUserAgent()]
      const [printed, mailed] = await provider.links()
      const opened = await follow(first, mailed)
      const page = await follow(second, printed)
      await second.submit(page, both, passwordForm(page))
      assert.notEqual(await provider.storage.stores.passwords?.find('nora'), undefined)
      assert.equal((await create(provider, first, opened)).page.status, 400)
      assert.deepEqual(await storedPasskeys(provider, 'nora'), [])
    }))

  test('of two responses to one page only one creates the passkey', () =>
    withInvitation(async (provider) => {
      const userAgent = provider.newUserAgent()
      const page = await follow(userAgent, await provider.link())
      const { response } = provider.authenticator.create(optionsOf(page))
      await Promise.all([answer(userAgent, page, response), answer(userAgent, page, response)])
      assert.equal((await storedPasskeys(provider, 'nora')).length, 1)
      assert.equal(provider.audited.filter(({ type }) => type === 'passkey_added').length, 1)
    }))

  test('an answer to another invitation, of another browser, and a key that did not verify its user create nothing', () =>
    withInvitation(async (provider) => {
      const [userAgent, stranger] = [provider.newUserAgent(), provider.newUserAgent()]
      const [printed, mailed] = await provider.links()
      const page = await follow(userAgent, printed)
      const other = await follow(stranger, mailed)
      const { response } = provider.authenticator.create(optionsOf(other))
      const foreign = await answer(userAgent, page, response)
      assert.equal(foreign.url.pathname, passwordPath)
      assert.match(foreign.text, /The passkey was not created\. Try again\./)
      const { page: unverified } = await create(provider, userAgent, foreign, { userVerified: false })
      assert.match(unverified.text, /The passkey was not created\. Try again\./)
      assert.equal((await userOf(provider))?.state, 'initial')
      assert.deepEqual(await storedPasskeys(provider, 'nora'), [])
    }))

  test('a reset of a password offers and takes no passkey', () =>
    withInvitation(async (provider) => {
      const userAgent = provider.newUserAgent()
      const page = await follow(userAgent, await provider.link('reset', alice.loginName))
      assert.equal(page.url.pathname, passwordPath)
      assert.equal(hasPasskeyForm(page), false)
      const { fields = {} } = page.forms[passwordForm(page)] ?? {}
      const headers = { origin: provider.issuer, 'sec-fetch-site': 'same-origin' }
      await userAgent.post(`${provider.issuer}${passkeyPath}`, { ...fields, credential: '{}' }, { headers })
      assert.deepEqual(await storedPasskeys(provider), [])
    }))

  test('where the policy allows no passwords the page asks for a passkey alone, and where it allows no passkey alone for a password', () =>
    withInvitation(
      async (provider) => {
        const userAgent = provider.newUserAgent()
        const page = await follow(userAgent, await provider.link())
        assert.equal(hasPasskeyForm(page), true)
        assert.doesNotMatch(page.text, /name="newPassword"/)
        await provider.apply(documentWith({ passwordlessType: 'PASSWORDLESS_TYPE_NOT_ALLOWED' }))
        const back = (await create(provider, userAgent, page)).page
        assert.equal(hasPasskeyForm(back), false)
        assert.match(back.text, /name="newPassword"/)
        assert.deepEqual(await storedPasskeys(provider, 'nora'), [])
      },
      { allowUsernamePassword: false },
    ))

  test('a GET of the path of the form leads to its page', () =>
    withInvitation(async (provider) => {
      const userAgent = provider.newUserAgent()
      const page = await follow(userAgent, await provider.link())
      const back = await userAgent.get(page.url.href.replace(passwordPath, passkeyPath))
      assert.equal(back.url.pathname, passwordPath)
      assert.equal(hasPasskeyForm(back), true)
    }))
})
