// The branding of the pages, read from the label policy, the privacy policy and the login texts of documents.
import { isDefaultLoginText, placesOfTexts } from '@symbolon/schema-v2'
import type { BrandColours, Branding, BrandLinks, CustomTexts } from '@symbolon/schema-v2'
import { flagAt, textAt } from '../documents/content.ts'
import type { Content } from '../documents/content.ts'

/** The contents of the policies that apply. An absent policy is an empty object. */
export interface BrandingContents {
  readonly label: Content
  /** The images of the label policy. */
  readonly images: Branding['images']
  readonly privacy: Content
  readonly homeUri: string | undefined
  readonly defaultLanguage: string | undefined
  /** The login texts by language. Of several, a later one takes the places of texts of an earlier one. */
  readonly texts: Readonly<Record<string, readonly Content[]>>
}

/** Reads the branding of the pages. Values that no page could show safely count as absent. */
export function branding({ label, images, privacy, homeUri, defaultLanguage, texts }: BrandingContents): Branding {
  const mailLogo = /^data:image\/(?:png|jpeg);/.test(textAt(label, 'logo') ?? '') ? images.logo : undefined
  const home = homeUri === undefined ? undefined : webAddress(homeUri)
  return {
    themeMode: themeModes.get(textAt(label, 'themeMode')) ?? 'auto',
    light: coloursOf(label, ''),
    dark: coloursOf(label, 'Dark'),
    images,
    ...(mailLogo === undefined ? {} : { mailLogo }),
    hideLoginNameSuffix: flagAt(label, 'hideLoginNameSuffix'),
    disableWatermark: flagAt(label, 'disableWatermark'),
    links: linksOf(privacy),
    ...(defaultLanguage === undefined ? {} : { defaultLanguage }),
    texts: Object.fromEntries(
      Object.entries(texts).map(([language, contents]) => [language, Object.assign({}, ...contents.map(customTexts))]),
    ),
    ...(home === undefined ? {} : { homeUri: home }),
  }
}

const themeModes: ReadonlyMap<string | undefined, Branding['themeMode']> = new Map([
  ['THEME_MODE_LIGHT', 'light'],
  ['THEME_MODE_DARK', 'dark'],
])

function coloursOf(label: Content, suffix: '' | 'Dark'): BrandColours {
  const colour = (member: string): string | undefined => {
    const value = textAt(label, `${member}${suffix}`)
    // Rows from before colours were checked may hold anything.
    return value !== undefined && /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value) ? value : undefined
  }
  const [primary, background, font, warn] = [colour('primaryColor'), colour('backgroundColor'), colour('fontColor'), colour('warnColor')]
  return {
    ...(primary === undefined ? {} : { primary }),
    ...(background === undefined ? {} : { background }),
    ...(font === undefined ? {} : { font }),
    ...(warn === undefined ? {} : { warn }),
  }
}

function linksOf(privacy: Content): BrandLinks {
  const link = (member: string): string | undefined => {
    const value = textAt(privacy, member)
    return value === undefined ? undefined : webAddress(value)
  }
  const [terms, privacyLink, help, documentation, custom] = [
    link('tosLink'),
    link('privacyLink'),
    link('helpLink'),
    link('docsLink'),
    link('customLink'),
  ]
  const support = textAt(privacy, 'supportEmail')
  const customText = textAt(privacy, 'customLinkText')
  return {
    ...(terms === undefined ? {} : { terms }),
    ...(privacyLink === undefined ? {} : { privacy: privacyLink }),
    ...(help === undefined ? {} : { help }),
    ...(support === undefined || !/^[^\s@<>?&]+@[^\s@<>?&]+$/.test(support) ? {} : { support }),
    ...(documentation === undefined ? {} : { documentation }),
    // Without a text there is nothing to select.
    ...(custom === undefined || customText === undefined ? {} : { custom: { address: custom, text: customText } }),
  }
}

/** The address if it begins with http:// or https://. Any other scheme, such as `javascript:`, could run in the page. */
function webAddress(address: string): string | undefined {
  return /^https?:\/\/[^\s\p{Cc}]+$/iu.test(address) && URL.canParse(address.replaceAll('{{.Lang}}', 'en')) ? address : undefined
}

/** The texts of one language that replace ours. */
function customTexts(content: Content): CustomTexts {
  const found = Object.entries(placesOfTexts).flatMap(([name, [screen, member]]) => {
    const text = textAt(content, screen, member)
    return text === undefined || text.trim() === '' || isDefaultLoginText(screen, member, text) ? [] : [[name, text]]
  })
  return Object.fromEntries(found)
}
