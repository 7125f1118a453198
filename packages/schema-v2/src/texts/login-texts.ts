// Texts of the login pages, one entry per language. Every leaf is optional text. Members that older files still hold
// (link addresses of the registration screens) are unknown members.

import type * as v from 'valibot'
import { message, required } from '../json/message.ts'
import { filledText } from '../json/text.ts'
import { presence } from '../state.ts'
import { accountScreens } from './account-screens.ts'
import { factorScreens } from './factor-screens.ts'
import { registrationScreens } from './registration-screens.ts'
import { signInScreens } from './sign-in-screens.ts'

export const loginTextsSchema = message({
  language: required(filledText(200)),
  ...signInScreens,
  ...accountScreens,
  ...factorScreens,
  ...registrationScreens,
  state: presence(),
})
export type LoginTexts = v.InferOutput<typeof loginTextsSchema>
