// How users sign in.
export { assetsPath, loginPath } from './ui.ts'
export type * from './ui.ts'
