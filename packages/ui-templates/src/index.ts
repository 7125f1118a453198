// The login pages as HTML.
export { templates } from './templates.ts'
export type { TemplatesOptions } from './templates.ts'
