// The virtual authenticator of Chromium. https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/
import type { CDPSession, Page } from 'playwright-core'

export interface VirtualAuthenticator {
  /** Whether it answers by itself. While it does, a page that offers passkeys signs in at once. A request that already waits stays waiting. */
  answers(enabled: boolean): Promise<void>
  /** Whether it can verify its user. */
  verifies(isVerified: boolean): Promise<void>
  credentials(): Promise<readonly VirtualCredential[]>
  /** Resolves when the page makes the browser remove a credential, which no page waits for. */
  forgets(): Promise<void>
  /** Adds a credential of another authenticator. */
  add(credential: VirtualCredential): Promise<void>
}

/** A credential with its private key. */
export type VirtualCredential = Awaited<ReturnType<typeof storedIn>>[number]

export interface VirtualAuthenticatorOptions {
  /** `passkey`: built into the device, with a fingerprint reader. `security_key`: of the first generation, without verification. */
  readonly kind?: 'passkey' | 'security_key'
}

/** Gives the page an authenticator. It responds by itself until it is stopped. */
export async function addAuthenticator(page: Page, { kind = 'passkey' }: VirtualAuthenticatorOptions = {}): Promise<VirtualAuthenticator> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options:
      kind === 'passkey'
        ? {
            protocol: 'ctap2',
            ctap2Version: 'ctap2_1',
            transport: 'internal',
            hasResidentKey: true,
            hasUserVerification: true,
            isUserVerified: true,
            automaticPresenceSimulation: true,
          }
        : { protocol: 'u2f', transport: 'usb', automaticPresenceSimulation: true },
  })
  return {
    answers: async (enabled) =>
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }).then(() => undefined),
    verifies: async (isUserVerified) =>
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }).then(() => undefined),
    credentials: async () => await storedIn(cdp, authenticatorId),
    forgets: async () =>
      await new Promise((resolve) => {
        cdp.once('WebAuthn.credentialDeleted', () => resolve())
      }),
    add: async (credential) => await cdp.send('WebAuthn.addCredential', { authenticatorId, credential }).then(() => undefined),
  }
}

async function storedIn(cdp: CDPSession, authenticatorId: string) {
  return (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials
}
