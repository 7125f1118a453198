// The page where the user types the code and decides. The user signs in before a code is looked up, so a guess costs an account.
import { define, identifyVisitor, pageVisitorStores, readPageForm, redirect, requireLogin, TooManyRequests } from '@symbolon/core-protocol'
import type { AnyEndpoint, Candidate, Context, PageContent } from '@symbolon/core-protocol'
import { readCode } from './code.ts'
import { pairings } from './pairings.ts'
import { locales, textsOf } from './texts.ts'
import type { Texts } from './texts.ts'

/** The path of the page. */
export const pagePath = '/acme/pair'

/** Wrong codes of a user within ten minutes. */
const mostGuesses = 5
const window = 600_000

/** The page. The limits of forms count its refused forms, because it takes `form`. */
export const pairingPage: AnyEndpoint = define({
  kind: 'endpoint',
  name: 'pairing page',
  takes: 'form',
  path: pagePath,
  methods: ['GET', 'POST'],
  cors: 'none',
  stores: [...pageVisitorStores, 'clients', 'pairings', 'signInAttempts'],
  brings: [pairings],
  async handle(request, context, origin) {
    const visiting = await identifyVisitor({ returnTo: pagePath, maxAge: 600 }, request, { ...context, ...origin })
    if ('answer' in visiting) return visiting.answer
    const { visitor, path } = visiting
    const show = async (content: (texts: Texts) => PageContent) =>
      await requireLogin(context).page({ locales, content: (locale) => content(textsOf(locale)), user: visitor.user }, request)

    if (request.method === 'GET') return await show((texts) => codePage(texts, path, undefined))
    const fields = await readPageForm(request, context)
    if (fields === undefined) return redirect(path)
    const { code: typed = '', decision } = fields
    const code = readCode(typed)
    const waiting = code === undefined ? undefined : await findWaiting(code, visitor, context)
    const client = waiting === undefined ? undefined : await context.stores.clients.find(waiting.clientId)
    if (waiting === undefined || client === undefined || code === undefined)
      return { ...(await show((texts) => codePage(texts, path, texts.wrong))), unsuccessful: true }
    if (decision === undefined) return await show((texts) => questionPage(texts, path, code, client.name))
    const denied = decision !== 'allow' || !(await context.stores.clients.admits(client.clientId, visitor.user.id))
    const isDecided = await context.stores.pairings.decide(waiting.digest, visitor.user.id, denied, context.now())
    return await show((texts) => (isDecided ? { title: denied ? texts.denied : texts.allowed } : codePage(texts, path, texts.wrong)))
  },
})

/** Looks a code up. A guess is counted before, so that concurrent guesses cannot exceed the limit. @throws TooManyRequests */
async function findWaiting(code: string, { user }: Candidate, context: Context<'pairings' | 'signInAttempts'>) {
  const { pairings: store, signInAttempts } = context.stores
  const now = context.now()
  const key = `acme pairing ${context.sealing.derive('pairing guesses', user.id)}`
  const seen = await signInAttempts.find(key)
  const before = seen !== undefined && now - seen.lastAttemptAt < window ? seen.failedAttempts : 0
  const attempt = { key, seen, method: 'code', failedAttempts: before + 1, lastAttemptAt: now, expiresAt: now + window } as const
  if (before >= mostGuesses || !(await signInAttempts.begin([attempt]))) throw new TooManyRequests(window / 1000)
  const found = await store.findWaiting(context.sealing.derive('pairing code', code), now)
  if (found !== undefined) await signInAttempts.settle([attempt], [])
  return found
}

function codePage({ title, label, submit }: Texts, action: string, error: string | undefined): PageContent {
  const buttons = [{ text: submit }] as const
  return {
    title,
    form: { action, fields: [{ name: 'code', label, kind: 'code' }], buttons, ...(error === undefined ? {} : { error }) },
  }
}

function questionPage({ question, warning, allow, deny }: Texts, action: string, code: string, application: string): PageContent {
  return {
    title: question(application),
    code,
    notice: { text: warning },
    form: {
      action,
      hidden: { code },
      buttons: [
        { text: deny, name: 'decision', value: 'deny' },
        { text: allow, name: 'decision', value: 'allow' },
      ],
    },
  }
}
