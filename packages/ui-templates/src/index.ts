// The pages of the login and of the account as HTML documents.
export { accountTemplates } from './account-templates.ts'
export { templates } from './templates.ts'
export type { TemplatesOptions } from './templates.ts'
export { builtInTexts } from './texts/built-in.ts'
export { builtInMailTexts, mailTemplates } from './mail/mail-templates.ts'
export { brandContrasts } from './theme/contrasts.ts'
export type { BrandContrasts } from './theme/contrasts.ts'
export { colourRules } from './assets/style/colours.ts'
