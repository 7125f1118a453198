// How users sign in.
export type { Authenticator, LoginContext, LoginEndpoint, LoginStore } from './authenticator.ts'
export { login } from './login.ts'
export type { LoginOptions } from './login.ts'
export type { StepSubject } from './next-step.ts'
export type { Pages } from './pages.ts'
export { password } from './password/password.ts'
export { assetsPath, loginPath } from './ui.ts'
export type * from './ui.ts'
