// Actions (scripts) and the triggers that run them. They are kept so that a document loses nothing.

import type * as v from 'valibot'
import { list } from './json/list.ts'
import { message, required } from './json/message.ts'
import { bool } from './json/scalars.ts'
import { filledText, identifier, textOfBytes } from './json/text.ts'
import { duration } from './json/time.ts'
import { presence } from './state.ts'

/** A script that the source of the document runs. */
export const actionSchema = message({
  actionId: required(identifier()),
  action: required(
    message({
      name: required(filledText(200)),
      /** JavaScript source, at least one character in the format's own check. */
      script: textOfBytes(40_000),
      timeout: duration({ min: 0, max: 20, zeroIsAbsent: true }),
      allowedToFail: bool(),
    }),
  ),
  state: presence(),
})
/** What `actionSchema` reads. */
export type Action = v.InferOutput<typeof actionSchema>

/** Flow and trigger are digits in quotes: flow "1" external authentication, "2" tokens, "3" internal authentication, "4" SAML response. */
export const triggerActionsSchema = message({
  flowType: required(identifier()),
  triggerType: required(identifier()),
  // Real exports hold triggers of which all actions were left out.
  actionIds: list(identifier()),
  state: presence(),
})
/** What `triggerActionsSchema` reads. */
export type TriggerActions = v.InferOutput<typeof triggerActionsSchema>
