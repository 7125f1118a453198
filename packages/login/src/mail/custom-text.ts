// Which texts of organizations appear in a mail. The author of such a text must not be able to capture the code, or to lead the
// recipient to another server. Pure.
import { leadsHome } from '@symbolon/core-protocol'
import type { MessageText } from '@symbolon/schema-v2'

const code = /\{\{\s*\.Code\s*\}\}/g

/** White space, or the end of the text. Punctuation may stand before it. */
const endsWord = /^[.,;:!?)\]»”"'。，：！？）」]?(?:\s|$)/u

/**
 * @param issuerHost without a port
 * @param domains the verified domains of the organization
 * @returns the texts whose links all lead to these hosts, each with its code between white space. The built-in texts replace the others.
 */
export function usableTexts(custom: MessageText, issuerHost: string, domains: ReadonlySet<string>): MessageText {
  const usable = Object.entries(custom).flatMap(([member, text]: readonly [string, string | undefined]) =>
    text !== undefined && leadsHome(text, issuerHost, domains) ? [[member, withCodeAlone(text)] as const] : [],
  )
  return Object.fromEntries(usable)
}

/** A code that touches other characters could be a part of an address, which scanners of mail servers open by themselves. */
function withCodeAlone(text: string): string {
  return text.replaceAll(code, (found, offset: number) => {
    const isAfterSpace = offset === 0 || /\s/u.test(text.charAt(offset - 1))
    const end = offset + found.length
    return `${isAfterSpace ? '' : ' '}${found}${endsWord.test(text.slice(end, end + 2)) ? '' : ' '}`
  })
}
