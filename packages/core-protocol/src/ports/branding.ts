// The branding of the pages of an organization or the instance: colours, images, links and texts.
import type { BrandImageName } from './brand-image.ts'

/** Colours of one scheme as `#rgb` or `#rrggbb`. A colour that is absent has the value of the user interface. */
export interface BrandColours {
  readonly primary?: string
  readonly background?: string
  readonly font?: string
  readonly warn?: string
}

/** Links in the footer of every page. Addresses begin with http:// or https://, and may hold the placeholder `{{.Lang}}`. */
export interface BrandLinks {
  readonly terms?: string
  readonly privacy?: string
  readonly help?: string
  /** An email address. */
  readonly support?: string
  readonly documentation?: string
  readonly custom?: { readonly address: string; readonly text: string }
}

/** A text of the pages that an organization can replace: the kind of page and the name of the text on it. */
export type CustomText =
  | 'loginName.title'
  | 'loginName.label'
  | 'loginName.submit'
  | 'accountSelection.title'
  | 'accountSelection.otherAccount'
  | 'password.title'
  | 'password.label'
  | 'password.submit'
  | 'password.recovery'
  | 'loginName.registration'
  | 'oneTimeCode.title'
  | 'oneTimeCode.label'
  | 'oneTimeCode.submit'
  | 'signedOut.title'
  | 'signedOut.next'
  | 'oneTimeCode.lead'
  | 'secondFactors.app'
  | 'secondFactors.passkey'
  | 'passkeySignIn.submit'
  | 'passkeySignIn.unsupported'
  | 'passkey.title'
  | 'passkey.lead'
  | 'passkey.submit'
  | 'passkey.unsupported'
  | 'passkeySetup.title'
  | 'passkeySetup.lead'
  | 'passkeySetup.submit'
  | 'passkeySetup.skip'
  | 'securityKeySetup.title'
  | 'securityKeySetup.lead'
  | 'securityKeySetup.submit'
  | 'totpSetup.title'
  | 'totpSetup.lead'
  | 'totpSetup.submit'
  | 'totpSetup.skip'
  | 'totpEnrolment.title'
  | 'totpEnrolment.scan'
  | 'totpEnrolment.key'
  | 'totpEnrolment.enter'
  | 'totpEnrolment.submit'
  | 'rules.lowercase'
  | 'rules.uppercase'
  | 'rules.digit'
  | 'rules.symbol'
  | 'passwordChange.title'
  | 'passwordChange.demanded'
  | 'passwordChange.expired'
  | 'passwordChange.current'
  | 'passwordChange.label'
  | 'passwordChange.again'
  | 'passwordChange.submit'
  | 'recoveryMail.label'
  | 'recoveryMail.resend'
  | 'recoveryPassword.title'
  | 'recoveryPassword.label'
  | 'recoveryPassword.again'
  | 'recoveryPassword.submit'
  | 'invitationPassword.title'
  | 'invitationPassword.label'
  | 'invitationPassword.again'
  | 'invitationPassword.submit'
  | 'emailVerification.title'
  | 'emailVerification.label'
  | 'emailVerification.submit'
  | 'emailVerification.resend'
  | 'registration.title'
  | 'registration.names'
  | 'registration.email'
  | 'registration.firstName'
  | 'registration.lastName'
  | 'registration.userName'
  | 'registration.submit'
  | 'registrationPassword.label'
  | 'registrationPassword.again'
  | 'externalAccount.title'
  | 'externalAccount.lead'
  | 'externalAccount.connect'
  | 'externalAccount.submit'
  | 'externalAccount.email'
  | 'externalAccount.userName'
  | 'externalAccount.firstName'
  | 'externalAccount.lastName'
  | 'externalLink.title'
  | 'externalLink.lead'
  | 'externalLink.submit'
  | 'externalLink.cancel'
  | 'leaving.title'
  | 'leaving.submit'
  | 'footer.terms'
  | 'footer.privacy'
  | 'footer.help'
  | 'footer.support'

/** Texts of one language: plain text, never markup. */
export type CustomTexts = Readonly<Partial<Record<CustomText, string>>>

/** The branding of the pages. */
export interface Branding {
  /** `auto` follows the browser. */
  readonly themeMode: 'auto' | 'light' | 'dark'
  readonly light: BrandColours
  readonly dark: BrandColours
  /**
   * The names of the images, for `PolicyStore.findBrandImage`. A name holds a digest of the image, so that what it names never changes, and
   * has letters, digits and `-._` alone.
   */
  readonly images: Readonly<Partial<Record<BrandImageName, string>>>
  /** The name of the logo, where it is a PNG or a JPEG. Mail programs show no other images. */
  readonly mailLogo?: string
  /** Whether a page does not show the domain that completes a bare user name. */
  readonly hideLoginNameSuffix: boolean
  /** Whether the footer does not name the product. */
  readonly disableWatermark: boolean
  readonly links: BrandLinks
  /** A language tag: for pages and mails to people whose own language is not known. */
  readonly defaultLanguage?: string
  /** By language tag. */
  readonly texts: Readonly<Record<string, CustomTexts>>
  /** Where people go who came without an application. */
  readonly homeUri?: string
}
