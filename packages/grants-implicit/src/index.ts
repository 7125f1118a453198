// The implicit flow.
export { implicit } from './implicit.ts'
