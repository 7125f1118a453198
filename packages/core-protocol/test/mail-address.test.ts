// Mail addresses: the address to which mail is sent is the one that is compared.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalLoginName } from '../src/ports/login-name.ts'
import { mailAddress, readableAddress } from '../src/text/mail-address.ts'

test('UN-06 whatever letter a domain holds, mail goes to the address by which it is compared', () => {
  let mailed = 0
  for (let code = 0x21; code < 0x2_00_00; code += 1) {
    if (code >= 0xd8_00 && code < 0xe0_00) continue
    const letter = String.fromCodePoint(code)
    for (const typed of [`ann@${letter}b.example`, `ann@a${letter}b.example`, `ann@a${letter}`]) {
      const address = mailAddress(typed)
      if (address === undefined) continue
      mailed += 1
      const canonical = canonicalLoginName(typed)
      assert.equal(address.toLowerCase(), canonical, `U+${code.toString(16)}`)
      assert.equal(canonicalLoginName(readableAddress(address)), canonical, `U+${code.toString(16)}`)
    }
  }
  assert.ok(mailed > 50_000, String(mailed))
})
