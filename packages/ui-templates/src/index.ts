// The login pages as HTML documents.
export { templates } from './templates.ts'
export type { TemplatesOptions } from './templates.ts'
