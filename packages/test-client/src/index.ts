// What a test plays: a browser without scripts, and the time.
export { createClock } from './clock.ts'
export type * from './clock.ts'
export { createCookieJar } from './cookie-jar.ts'
export type * from './cookie-jar.ts'
export { readForms } from './html-form.ts'
export type * from './html-form.ts'
export { createUserAgent, refreshOf, signIn } from './user-agent.ts'
export type * from './user-agent.ts'
