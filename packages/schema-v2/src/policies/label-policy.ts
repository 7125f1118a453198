// Colours and look of the pages of an org. Logos, icons and fonts are no part of the document.

import type * as v from 'valibot'
import { THEME_MODE } from '../enums.ts'
import { enumeration } from '../json/enumeration.ts'
import { message } from '../json/message.ts'
import { bool } from '../json/scalars.ts'
import { text } from '../json/text.ts'

export const labelPolicySchema = message({
  primaryColor: text(50),
  hideLoginNameSuffix: bool(),
  warnColor: text(50),
  backgroundColor: text(50),
  fontColor: text(50),
  primaryColorDark: text(50),
  backgroundColorDark: text(50),
  warnColorDark: text(50),
  fontColorDark: text(50),
  disableWatermark: bool(),
  themeMode: enumeration(THEME_MODE),
})
export type LabelPolicy = v.InferOutput<typeof labelPolicySchema>
