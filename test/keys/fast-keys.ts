// Keys and tokens that live for seconds, so that many generations of keys pass in one test.
export const issuer = 'https://id.example'

/** Seconds. */
export const fastKeys = {
  lifetimes: { accessToken: 5, idToken: 5 },
  keys: { maxAge: 1, rotationInterval: 2, clockSkew: 1 },
}
