// The login as a part of a provider: the dispatcher, the steps, and the pages that core-protocol asks for. The login decides who signed in
// and nothing else. Codes and tokens are issued by core-protocol, where the authorization request is resumed.
import type { AnyLogin, OptionNames, Prompt, StoreName } from '@symbolon/core-protocol'
import { checkPartOptions, csrfToken, define, firstFactor, readSessionCookie } from '@symbolon/core-protocol'
import { accountSelectionStep } from './steps/account-selection.ts'
import type { AnyAuthenticator, AnyDetour, AnySignInStep, Composed } from './steps/contract.ts'
import { dispatcher } from './steps/dispatcher.ts'
import { changesCredentialsWithoutProof } from './steps/credential-stores.ts'
import { findDueSteps } from './steps/due-steps.ts'
import { loginNameStep, otherUserStep } from './steps/login-name.ts'
import { secondFactorsOf, secondFactorSteps } from './steps/second-factors.ts'
import { restartStep } from './steps/restart.ts'
import { skipStep } from './steps/skip.ts'
import { beginInternalSignIn } from './visit/internal-sign-in.ts'
import { withWayBack } from './visit/way-back.ts'
import { assetEndpoints } from './ui/asset-endpoints.ts'
import { loginPath } from './ui/ui.ts'
import type { Locale, LoginUi } from './ui/ui.ts'
import { brandedOrganization, findBranding, findInstanceBranding } from './visit/branding.ts'
import { createPages } from './visit/pages.ts'
import { loginStores } from './visit/visit.ts'

/** Options of {@link login}. */
export interface LoginOptions {
  /** Renders the pages. */
  readonly ui: LoginUi
  /** At least one for the first factor. Of several that can show a page, the first one does. */
  readonly authenticators: readonly AnyAuthenticator[]
  /** Steps after the proof of identity, in the order in which they are due. */
  readonly steps?: readonly AnySignInStep[]
  /** Ways that leave a sign-in and come back to it. */
  readonly detours?: readonly AnyDetour[]
  /** The path of the account page, which the page at the address of the service links to; absent without one. */
  readonly accountPath?: string
  /** The language of pages when neither the request nor the browser asks for an offered one. Default: `en`. */
  readonly defaultLocale?: Locale
  /**
   * Values of `prompt` that discovery lists in addition to those of the composed parts, such as `consent` where clients look for it. The login
   * accepts every value, and asks for no consent by itself.
   */
  readonly prompts?: readonly Prompt[]
}

const optionNames: OptionNames<LoginOptions> = {
  ui: 'required',
  authenticators: 'required',
  steps: 'optional',
  detours: 'optional',
  accountPath: 'optional',
  defaultLocale: 'optional',
  prompts: 'optional',
}

/** The values of `prompt` that every login acts on. */
const loginPrompts: readonly Prompt[] = ['none', 'login', 'select_account']

/** For callers without types: a function that was not called would be a part without members. */
function checkMembers(lists: Readonly<Record<string, unknown>>): void {
  for (const [option, list] of Object.entries(lists)) {
    const members: readonly unknown[] = Array.isArray(list) ? list : [undefined]
    const index = members.findIndex(
      (member) => typeof member !== 'object' || member === null || !('name' in member) || !('stores' in member),
    )
    if (index < 0) continue
    const place = Array.isArray(list) ? `${option}[${index}]` : option
    throw compositionError(
      'login_invalid_part',
      `${place} of login() is not a part of a login. Pass a list of parts, such as [password({ … })].`,
    )
  }
}

/**
 * Composes the login of a provider.
 *
 * @example createProvider({ login: login({ ui: templates(), authenticators: [password({ hashing }), totp()] }), … })
 * @throws TypeError with a `code`: `login_invalid_part`, `login_without_authenticator`, `login_duplicate_name`, `login_default_locale`, `login_asset_name`,
 *   `login_page_missing`, `login_step_without_proof`, `unknown_option`, `option_missing`
 */
export function login(options: LoginOptions): AnyLogin {
  checkPartOptions('login', options, optionNames)
  const { ui, authenticators, steps = [], detours = [], accountPath, defaultLocale = 'en', prompts = [] } = options
  const given: unknown = ui
  if (typeof given !== 'object' || !Array.isArray(ui.locales) || typeof ui.assets !== 'object')
    throw compositionError('login_invalid_part', 'The ui of login() is not a user interface. Pass one, such as templates().')
  checkMembers({ authenticators, steps, detours })
  const composed: Composed = { authenticators, steps, detours }
  const members = [...authenticators, ...steps, ...detours]
  if (!authenticators.some(({ step }) => step === firstFactor)) {
    throw compositionError('login_without_authenticator', 'login() needs an authenticator for the first factor, such as password().')
  }
  const repeated = members.find(({ name }, index) => members.findIndex((other) => other.name === name) !== index)
  if (repeated !== undefined) throw compositionError('login_duplicate_name', `Two parts of the login are named ${repeated.name}.`)
  if (!ui.locales.includes(defaultLocale))
    throw compositionError('login_default_locale', `The user interface has no texts for ${defaultLocale}.`)
  const unsafe = Object.keys(ui.assets).find((name) => !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name))
  if (unsafe !== undefined) throw compositionError('login_asset_name', `The name of the asset ${unsafe} does not fit into a path.`)
  const unshown = steps.find(({ name, ownPage }) => ownPage === true && ui.ownPages?.includes(name) !== true)
  if (unshown !== undefined) {
    throw compositionError(
      'login_page_missing',
      `The user interface has no page for the step ${unshown.name}: it is not among its ownPages.`,
    )
  }
  const pages = createPages(ui, defaultLocale)
  const unproven = steps.find((step) => changesCredentialsWithoutProof(step, step.endpoints(pages)))
  if (unproven !== undefined) {
    throw compositionError('login_step_without_proof', `The step ${unproven.name} names a store of credentials. Its proof must be 'fresh'.`)
  }
  const stores: readonly StoreName[] = [...new Set([...loginStores, ...members.flatMap((member) => member.stores)])]
  const secondFactors = secondFactorsOf(authenticators)
  return define({
    kind: 'login',
    name: 'login',
    stores,
    metadata: { ui_locales_supported: ui.locales },
    requestMetadata: {
      prompt_values_supported: [...new Set([...loginPrompts, ...[...steps, ...detours].flatMap((each) => each.prompts ?? []), ...prompts])],
      acr_values_supported: authenticators.some(({ secondFactor }) => secondFactor !== undefined) ? ['1', '2'] : ['1'],
    },
    members: members.map(({ name, stores: own }) => ({ name, stores: own })),
    path: loginPath,
    identityProviders: authenticators.flatMap(({ identityProviders = [] }) => identityProviders),
    endpoints: [
      dispatcher(pages, composed, stores),
      loginNameStep(pages, composed, stores),
      otherUserStep(pages, composed, stores),
      accountSelectionStep(pages),
      skipStep(pages, composed, stores),
      restartStep(pages),
      ...secondFactorSteps(pages, authenticators),
      ...[...authenticators, ...steps].flatMap((member) => member.endpoints?.(pages) ?? []),
      ...detours.flatMap((detour) => detour.endpoints(pages, secondFactors)),
      ...assetEndpoints(ui),
    ],
    due: (session, user, purpose, context) => findDueSteps(session, user, purpose, composed, context),
    signIn: async (asked, request, origin, context) => await beginInternalSignIn(asked, request, { ...origin, ...context }),
    page: async (page, request, context) => {
      const secret = readSessionCookie(request, context.issuer)
      const branding = await findBranding(brandedOrganization(page.client ?? { privateLabeling: 'user' }, undefined, page.user), context)
      return pages.part(page, secret === undefined ? '' : csrfToken(secret), request, branding)
    },
    displayError: async (error, request, context) =>
      pages.error(await withWayBack(error, request, context), request, await findInstanceBranding(context)),
    formPost: async (target, parameters, request, context) =>
      pages.formPost(target, parameters, request, await findInstanceBranding(context)),
    confirmSignOut: async (question, request, context) => pages.confirmSignOut(question, request, await findInstanceBranding(context)),
    signedOut: async (signedOut, request, context) => pages.signedOut(signedOut, request, await findInstanceBranding(context)),
    welcome: async (request, context) => pages.welcome(accountPath, request, await findInstanceBranding(context)),
  })
}

function compositionError(code: string, message: string): TypeError {
  return Object.assign(new TypeError(message), { code })
}
