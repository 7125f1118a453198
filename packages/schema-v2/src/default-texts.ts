// The English texts that the original product shows where an organization has set none. Its exports hold complete sets of texts, so that these
// come along as if the organization had chosen them. Only fingerprints of them are known here, of the texts that act.

/** Each is the FNV-1a hash, 32 bits, of the screen, the member and the text. https://www.ietf.org/archive/id/draft-eastlake-fnv-21.html */
const fingerprints: ReadonlySet<string> = new Set(
  `
  013636aa 028f231d 037b50fd 121ffb27 123cbd8b 15984c40 173b62d9 176f34dc 1cde7cb0 1d7b61a2 1ec2cd51 221e4f05 2385e98f 25568275
  25ea7e73 2c473129 2d112111 33cfa334 3484b56d 35e05a54 3752915c 37687fbb 38551911 394791ed 3958a722 3a7bdef7 3acf7fa5 413637fb
  42a39cca 45cef967 46e3cbe1 46ec6b09 4c042eda 55e2e221 5b7cad4e 5d2c48f9 5f943969 624b44e3 65bbb51f 68085730 68ade72f 699235ae
  6e532972 6eb7c38b 706a1885 776fc31a 7b4e2a6c 7dac856e 7f69a48f 80a3fc0f 812d1118 817623a8 8390ee15 8fd72a0a 9090c63f 945a71f9
  9467f727 992a6fd1 9e9dfe63 9f254a02 9f6e4443 a54e5b4f a7940571 a821ac84 b199917d b370fbf0 b563bd3d b68a7281 b73cbaef b8af91e3
  bd723fc6 bd7e21f2 be76face bf0d6ef5 c6fc306f c88a73d0 d00e0721 d34720e3 d8232cff db102312 db686b11 dc009fe3 dc940564 df36e869
  e56919de e8dc7e17 ed3b6149 f13d92c1 f1977b27 f2ac33f9 f6236d2b f96278ea
`
    .trim()
    .split(/\s+/),
)

/**
 * Whether a login text is one that the original product shows by itself. Pages show their own text instead of it.
 *
 * @param screen the member of `loginTexts`, e.g. `loginText`
 * @param member the member of the screen, e.g. `title`
 */
export function isDefaultLoginText(screen: string, member: string, text: string): boolean {
  return fingerprints.has(fingerprint(`${screen}.${member} ${text}`))
}

function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
