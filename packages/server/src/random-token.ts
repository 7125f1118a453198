// The one source of tokens, codes and ids: 256 random bits as base64url without padding. https://www.rfc-editor.org/rfc/rfc4648#section-5

const tokenBytes = 32
/** The system is asked for so many tokens at once: a call for each costs more than all the rest of making it. */
const tokensAtOnce = 64
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** @returns makes a token of 43 characters whenever it is called */
export function tokenSource(): () => string {
  const bytes = new Uint8Array(tokenBytes * tokensAtOnce)
  let used = bytes.length
  return () => {
    if (used === bytes.length) {
      crypto.getRandomValues(bytes)
      used = 0
    }
    const own = bytes.subarray(used, used + tokenBytes)
    const token = base64url(own)
    // Nothing that was handed out stays here.
    own.fill(0)
    used += tokenBytes
    return token
  }
}

/** @returns 43 characters */
export function randomToken(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(tokenBytes)))
}

function base64url(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [one = 0, two = 0, three = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]]
    text += digits.charAt(one >> 2) + digits.charAt((one & 3) << 4 | two >> 4) + digits.charAt((two & 15) << 2 | three >> 6) + digits.charAt(three & 63)
  }
  return text.slice(0, Math.ceil(bytes.length * 4 / 3))
}
