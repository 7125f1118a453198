// A provider for tests of applications that use one.
export { createTestProvider } from './create-test-provider.ts'
export type { TestClock, TestProvider } from './create-test-provider.ts'
export type { FailingAnswer, IdTokenFault } from './faults.ts'
export { defaultClientSecret, defaultPassword } from './options.ts'
export type { TestClient, TestProviderOptions, TestServiceUser, TestUser } from './options.ts'
export { TestProviderError } from './sign-in.ts'
export type { SignInOptions, TestTokens } from './sign-in.ts'
export { insecureTestHashing } from './test-hashing.ts'
