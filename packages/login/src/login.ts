// The login as a part of a provider: the dispatcher, the steps, and the pages that core-protocol asks for. The login decides who signed in
// and nothing else. Codes and tokens are issued by core-protocol, where the authorization request is resumed.
import type { AnyLogin, DueStep } from '@symbolon/core-protocol'
import { define } from '@symbolon/core-protocol'
import { accountSelectionStep } from './steps/account-selection.ts'
import { dispatcher } from './steps/dispatcher.ts'
import { loginNameStep, otherUserStep } from './steps/login-name.ts'
import type { Authenticator } from './steps/step.ts'
import { assetsPath, loginPath } from './ui/ui.ts'
import type { Locale, LoginUi } from './ui/ui.ts'
import { findDueStep } from './visit/due-step.ts'
import { createPages } from './visit/pages.ts'
import { loginStores } from './visit/visit.ts'
import type { LoginEndpoint } from './visit/visit.ts'

/** Options of {@link login}. */
export interface LoginOptions {
  /** Renders the pages. */
  readonly ui: LoginUi
  /** At most one for each step. The one for the step `password` is required, because every sign-in begins with it. */
  readonly authenticators: readonly Authenticator[]
  /** The language of pages when neither the request nor the browser asks for an offered one. Default: `en`. */
  readonly defaultLocale?: Locale
}

/**
 * Composes the login of a provider.
 *
 * @example createProvider({ login: login({ ui: templates(), authenticators: [password({ hashing }), totp()] }), … })
 * @throws TypeError with a `code`: `login_without_authenticator`, `login_duplicate_authenticator`, `login_default_locale`, `login_asset_name`
 */
export function login(options: LoginOptions): AnyLogin {
  const { ui, authenticators, defaultLocale = 'en' } = options
  const byStep = new Map<DueStep, Authenticator>(authenticators.map((authenticator) => [authenticator.step, authenticator]))
  if (!byStep.has('password')) throw mistake('login_without_authenticator', 'login() needs an authenticator for passwords.')
  if (byStep.size < authenticators.length) throw mistake('login_duplicate_authenticator', 'Two authenticators perform the same step.')
  if (!ui.locales.includes(defaultLocale)) throw mistake('login_default_locale', `The user interface has no texts for ${defaultLocale}.`)
  const unsafe = Object.keys(ui.assets).find((name) => !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name))
  if (unsafe !== undefined) throw mistake('login_asset_name', `The name of the asset ${unsafe} does not fit into a path.`)

  const pages = createPages(ui, defaultLocale)
  return define({
    kind: 'login',
    name: 'login',
    stores: loginStores,
    metadata: { ui_locales_supported: ui.locales },
    path: loginPath,
    endpoints: [
      dispatcher(pages, byStep),
      loginNameStep(pages),
      otherUserStep(pages),
      accountSelectionStep(pages),
      ...authenticators.flatMap((authenticator) => authenticator.endpoints(pages)),
      ...assetEndpoints(ui),
    ],
    due: findDueStep,
    displayError: async (error, request) => pages.error(error, request),
    formPost: async (target, parameters, request) => pages.formPost(target, parameters, request),
    confirmSignOut: async (question, request) => pages.confirmSignOut(question, request),
    signedOut: async (signedOut, request) => pages.signedOut(signedOut, request),
    welcome: async (request) => pages.welcome(request),
  })
}

function mistake(code: string, message: string): TypeError {
  return Object.assign(new TypeError(message), { code })
}

/** Serves the static files of the user interface. Each one is an endpoint of its own, so no path of a request is ever looked up. */
function assetEndpoints(ui: LoginUi): LoginEndpoint[] {
  return Object.entries(ui.assets).map(([name, { contentType, body }]) => ({
    kind: 'endpoint',
    name: `login_asset_${name}`,
    path: `${assetsPath}/${name}`,
    methods: ['GET'],
    stores: [],
    cors: 'none',
    handle: async () => ({
      status: 200,
      fields: { 'content-type': contentType, 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' },
      body,
    }),
  }))
}
