// What the pages show, from their texts. Pure.
import type { PageContent } from '@symbolon/core-protocol'
import type { RequestingDevice } from './store/port.ts'
import type { Texts } from './texts/texts.ts'

/** Why a code was not accepted. */
export type CodeError = 'wrong_code' | 'too_many_codes'

/** The page that asks for the code. */
export function codePage({ code }: Texts, action: string, error: CodeError | undefined): PageContent {
  return {
    title: code.title,
    lead: code.lead,
    form: {
      action,
      fields: [{ name: 'user_code', label: code.label, kind: 'code', help: code.help }],
      buttons: [{ text: code.submit }],
      ...(error === undefined ? {} : { error: code.errors[error] }),
    },
  }
}

/** What the user decides about. */
export interface ShownRequest {
  /** As the device shows it. */
  readonly code: string
  readonly application: string
  /** The verified domain of the owner of the application. */
  readonly organization: string | undefined
  readonly loginName: string
  readonly scope: readonly string[]
  readonly device: RequestingDevice
  /** Whether the request comes from another network than the browser's. */
  readonly isElsewhere: boolean
  /** Minutes since the request. */
  readonly minutes: number
}

/** The page that asks whether the device gets access. Both buttons are equally large, and neither has the focus. */
export function requestPage({ request }: Texts, action: string, shown: ShownRequest): PageContent {
  const { facts } = request
  const { system, network } = shown.device
  const origin = [system, network].filter((each) => each !== undefined).join(', ')
  return {
    title: request.title,
    lead: request.lead(shown.application),
    code: shown.code,
    paragraphs: [request.compare],
    facts: [
      { name: facts.application, value: shown.application },
      ...(shown.organization === undefined ? [] : [{ name: facts.organization, value: shown.organization }]),
      { name: facts.account, value: shown.loginName },
      { name: facts.origin, value: origin === '' ? facts.unknownOrigin : origin },
      { name: facts.time, value: facts.minutesAgo(shown.minutes) },
    ],
    list: { heading: request.scopes.heading, items: scopeItems(shown.scope, request.scopes) },
    notice: { text: shown.isElsewhere ? request.elsewhere : request.warning },
    form: {
      action,
      hidden: { user_code: shown.code },
      buttons: [
        { text: request.deny, name: 'decision', value: 'deny' },
        { text: request.allow, name: 'decision', value: 'allow' },
      ],
    },
  }
}

/** Scopes in words; those that have none as they are. */
function scopeItems(scope: readonly string[], { names }: Texts['request']['scopes']): readonly string[] {
  const named: Readonly<Record<string, string>> = names
  return scope.map((each) => (Object.hasOwn(named, each) ? (named[each] ?? each) : each))
}

/** The page after the decision. It leads nowhere: the user goes back to the device. */
export function decidedPage({ decided }: Texts, decision: 'approved' | 'denied'): PageContent {
  const { title, next } = decided[decision]
  return { title, notice: { text: next, kind: decision === 'approved' ? 'success' : 'information' } }
}
