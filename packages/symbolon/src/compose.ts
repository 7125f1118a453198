// All parts of the whole service, composed.
import {
  account,
  accountPath,
  activitySection,
  applicationsSection,
  invitationsSection,
  authenticatorAppSection,
  contactSection,
  deletionSection,
  identitiesSection,
  landingPath,
  passkeysSection,
  passwordSection,
  profileSection,
  recoveryCodesSection,
  sessionsSection,
} from '@symbolon/account'
import type { AnyAccountSection } from '@symbolon/account'
import {
  applyEndpoint,
  backupEndpoint,
  eventsEndpoint,
  exportEndpoint,
  featuresEndpoint,
  importEndpoints,
  keysEndpoints,
  masterKeyEndpoints,
  restoreEndpoint,
  securityEndpoints,
  userLinkEndpoint,
} from '@symbolon/admin-api'
import type { BackupEndpointOptions, MasterKeyEndpointOptions, RestoreEndpointOptions } from '@symbolon/admin-api'
import { managementConsole } from '@symbolon/console'
import { auditTrail, endSessionEndpoint, introspection, revocation, userinfo } from '@symbolon/core-protocol'
import type { AnyStartTask, Log, MetricsRecorder, SecretHashing, Storage, Tracing } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { clientCredentials } from '@symbolon/grants-client-credentials'
import { implicit } from '@symbolon/grants-implicit'
import { jwtProfile } from '@symbolon/grants-jwt-profile'
import { refreshToken } from '@symbolon/grants-refresh-token'
import { tokenExchange } from '@symbolon/grants-token-exchange'
import { connectPath, external } from '@symbolon/login-external'
import type { ExternalOptions } from '@symbolon/login-external'
import {
  firstPasskey,
  listPasskeys,
  passkey,
  passkeyDocumentRules,
  passkeySetup,
  passkeySignals,
  relatedOrigins,
  removePasskey,
  renamePasskey,
} from '@symbolon/login-passkey'
import type { PasskeyOptions } from '@symbolon/login-passkey'
import {
  emailChange,
  emailVerification,
  invitation,
  issueUserLink,
  login,
  loginMail,
  password,
  passwordChange,
  recovery,
  recoveryCodes,
  recoveryCodeSetup,
  registration,
  sendUserLink,
  totp,
  totpSetup,
} from '@symbolon/login'
import type { LoginMail, Mailer } from '@symbolon/login'
import { commandSignIn, managementEndpoints } from '@symbolon/management-api'
import type { SendLink } from '@symbolon/management-api'
import { rateLimiting } from '@symbolon/rate-limiting'
import type { RateLimitingOptions } from '@symbolon/rate-limiting'
import { documents } from '@symbolon/provisioning'
import { createProvider } from '@symbolon/server'
import type { Provider, ProviderOptions } from '@symbolon/server'
import { accountTemplates, mailTemplates, templates } from '@symbolon/ui-templates'
import type { Configuration } from './configuration.ts'
import { defaultOrganizationCheck } from './default-organization.ts'
import { organizationId } from './first-start.ts'
import { protocols } from './protocols.ts'
import { bucketStorages } from './storage.ts'

type Needed = 'issuer' | 'vendor' | 'lifetimes'
type Optional =
  | 'accountDeletion'
  | 'emailVerification'
  | 'buckets'
  | 'defaultOrganization'
  | 'identityProviderHosts'
  | 'importBodyLimit'
  | 'keys'
  | 'logoutConfirmation'
  | 'managementChangesPerMinute'
  | 'managementReadsPerMinute'
  | 'tokensPerMinute'
  | 'passkeys'
  | 'rateLimit'
  | 'sharedRedirectUri'
  | 'trustedProxies'

/** What the whole service needs. */
export interface ComposeOptions extends Pick<Configuration, Needed>, Partial<Pick<Configuration, Optional>> {
  readonly storage: Storage
  readonly masterKey: ProviderOptions['masterKey']
  /** Reads the master keys again, while one replaces another; without it a start replaces them. */
  readonly readMasterKeys?: MasterKeyEndpointOptions['read'] | undefined
  readonly hashing: SecretHashing
  readonly tasks?: readonly AnyStartTask[]
  /** Identity providers of the instance, in addition to the providers of documents. */
  readonly externalSignIn?: ExternalOptions
  /** Sends the mails; without it the service sends none. */
  readonly mailer?: Mailer | undefined
  /** Where metrics go; without it nothing is measured. */
  readonly metrics?: MetricsRecorder | undefined
  /** Default: records of LogTape. */
  readonly log?: Log | undefined
  /** Follows requests. */
  readonly tracing?: Tracing | undefined
  /** Copies the database, where it is a file. */
  readonly backup?: BackupEndpointOptions['open'] | undefined
  /** Replaces the database by a backup, where it is a file. */
  readonly restore?: RestoreEndpointOptions['receive'] | undefined
}

/**
 * @returns the provider with every part composed
 * @throws CompositionError, StorageStartError
 */
export async function composeSymbolon(options: ComposeOptions): Promise<Provider> {
  return await createProvider(symbolonOptions(options))
}

/** The options of the provider: every part of the whole service. */
export function symbolonOptions({
  hashing,
  rateLimit = 'auto',
  managementChangesPerMinute: changes = 600,
  managementReadsPerMinute: reads = 6000,
  tokensPerMinute: tokens = 30_000,
  accountDeletion = 'off',
  emailVerification: verification = 'offered',
  logoutConfirmation = 'on',
  buckets,
  importBodyLimit,
  backup,
  restore,
  mailer,
  readMasterKeys,
  metrics,
  log,
  tracing,
  tasks = [],
  defaultOrganization,
  identityProviderHosts = [],
  sharedRedirectUri = 'off',
  passkeys = {},
  externalSignIn = {},
  ...options
}: ComposeOptions): ProviderOptions {
  const storages = bucketStorages(buckets)
  const applying = { hashing, passkeys: passkeyDocumentRules(options.issuer, passkeys) }
  const mail = mailer === undefined ? undefined : loginMail({ mailer, templates: mailTemplates(), changeReports: true })
  const sendLink: SendLink = async (kind, user, context, suspends) => await sendUserLink(kind, user, mail, context, suspends)
  const moving = { storages, ...(importBodyLimit === undefined ? {} : { bodyLimit: importBodyLimit }) }
  const administration = managementConsole({ ...applying, ...moving, sendLink })
  const command = commandSignIn()
  const organization = defaultOrganization ?? organizationId
  // The documents of a start may create the organization.
  const checks = defaultOrganization === undefined ? [] : [defaultOrganizationCheck(defaultOrganization)]
  return {
    ...options,
    tasks: [...tasks, ...checks, ...(mail === undefined ? [] : [mail.delivery])],
    secretHashing: hashing,
    ...(metrics === undefined ? {} : { metrics }),
    ...(log === undefined ? {} : { log }),
    ...(tracing === undefined ? {} : { tracing }),
    clients: [...administration.clients, ...command.clients],
    parts: protocols(),
    // For parts that apply documents with the rights of a caller.
    documents: documents(applying),
    grants: [authorizationCode(), refreshToken(), implicit(), clientCredentials(), jwtProfile(), tokenExchange()],
    endpoints: [
      userinfo,
      introspection,
      revocation,
      endSessionEndpoint({ confirmation: logoutConfirmation }),
      ...relatedOrigins(options.issuer, passkeys),
      ...account({ ui: accountTemplates(), sections: accountSections(externalSignIn, passkeys, mail, accountDeletion === 'on') }),
      applyEndpoint(applying),
      eventsEndpoint,
      featuresEndpoint,
      ...keysEndpoints,
      ...(readMasterKeys === undefined ? [] : masterKeyEndpoints({ read: readMasterKeys })),
      ...securityEndpoints,
      userLinkEndpoint({ issue: async (asked, context) => await issueUserLink(asked, mail, context) }),
      ...(backup === undefined ? [] : [backupEndpoint({ open: backup })]),
      ...(restore === undefined ? [] : [restoreEndpoint({ receive: restore })]),
      exportEndpoint({ storages }),
      ...managementEndpoints({ ...applying, ...moving, sendLink }),
      ...command.endpoints,
      ...administration.endpoints,
      ...importEndpoints({ ...applying, ...moving }),
    ],
    audit: auditTrail,
    limits: rateLimit === 'off' ? [] : [rateLimiting({ loopback: rateLimit === 'on', rates: ratesOf({ changes, reads, tokens }) })],
    login: login({
      ui: templates(),
      accountPath,
      // Accepted in every configuration: `create` leads to the sign-in where no mail server lets users register, and `consent` has no effect.
      prompts: ['create', 'consent'],
      authenticators: [
        password({ hashing }),
        external({
          organization,
          sharedRedirectUri: sharedRedirectUri === 'on',
          outgoing: { allowedHosts: identityProviderHosts },
          mail,
          ...externalSignIn,
        }),
        passkey(passkeys),
        totp(),
        recoveryCodes({ mail }),
      ],
      // Of several offers the first one is made: a passkey is less work than an app, and safer.
      steps: [
        passwordChange({ hashing, mail }),
        ...(mail === undefined ? [] : [emailVerification({ mail, required: verification === 'required' }), emailChange({ mail })]),
        passkeySetup({ ...passkeys, withApps: true, mail }),
        totpSetup({ mail }),
        recoveryCodeSetup({ mail }),
      ],
      detours: [
        invitation({ mail, hashing, passkey: firstPasskey(passkeys), returnTo: landingPath }),
        ...(mail === undefined
          ? []
          : [
              recovery({ mail, hashing, returnTo: landingPath, accountPath }),
              registration({ mail, hashing, passkey: firstPasskey(passkeys), organization }),
            ]),
      ],
    }),
  }
}

/** What is let through in a minute. */
interface MinuteRates {
  /** Changes of one user. */
  readonly changes: number
  /** Reads of the users of one organization. One user has half of them. */
  readonly reads: number
  /** Tokens of one organization. One application has half of them. */
  readonly tokens: number
}

function ratesOf({ changes, reads, tokens }: MinuteRates): NonNullable<RateLimitingOptions['rates']> {
  const ofClient = Math.ceil(tokens / 2)
  const ofUser = Math.ceil(reads / 2)
  return {
    management_change: { burst: changes, perMinute: changes },
    management_read: { burst: ofUser, perMinute: ofUser },
    organization_read: { burst: reads, perMinute: reads },
    client_tokens: { burst: ofClient, perMinute: ofClient },
    organization_tokens: { burst: tokens, perMinute: tokens },
  }
}

/** The sections of the account page: one for each thing that the login and the grants above give to people. */
function accountSections(
  { providers = [] }: ExternalOptions,
  passkeys: PasskeyOptions,
  mail: LoginMail | undefined,
  deletion: boolean,
): readonly AnyAccountSection[] {
  const rpId = passkeys.rpId === undefined ? {} : { rpId: passkeys.rpId }
  return [
    invitationsSection(),
    profileSection(),
    contactSection({ mailedCodes: mail !== undefined }),
    passwordSection(),
    passkeysSection({
      list: listPasskeys,
      rename: renamePasskey,
      remove: removePasskey,
      signals: passkeySignals(passkeys),
      others: { password: true, externalAccount: true, ...rpId },
      mail,
    }),
    authenticatorAppSection({ passkeys: true, ...rpId, mail }),
    recoveryCodesSection({ passkeys: true, ...rpId }),
    identitiesSection({ connectPath, providers, others: { password: true, passkey: true, ...rpId }, mail }),
    sessionsSection(),
    applicationsSection(),
    activitySection(),
    ...(deletion ? [deletionSection({ mail })] : []),
  ]
}
