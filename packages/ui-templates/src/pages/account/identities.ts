// The section of the accounts at identity providers.
import type { AccountPageBase, IdentitiesSection } from '@symbolon/account'
import { html } from 'hono/html'
import { linkButton, submitButton } from '../../html/button.ts'
import { actions, rows, section } from '../../html/list.ts'
import { isolatedName, plainName } from '../../html/markup.ts'
import type { Markup } from '../../html/markup.ts'
import { accountForm } from './frame.ts'
import type { AccountSetting } from './frame.ts'

/** One form for each connected account (fields `idp` and `identity`), and links to connect others. */
export function identitiesSection(
  page: AccountPageBase,
  { identities, disconnectPath, connect }: IdentitiesSection,
  { account }: AccountSetting,
): Markup {
  const { identities: texts } = account
  return section({
    id: 'identities',
    heading: texts.heading,
    lead: identities.length === 0 ? texts.none : texts.lead,
    body: html`${
      identities.length === 0
        ? ''
        : rows(
            identities.map(({ idpId, externalId, providerName, externalName }) => ({
              title: isolatedName(providerName),
              ...(externalName === undefined ? {} : { notes: [isolatedName(externalName)] }),
              actions: [
                accountForm(
                  page,
                  disconnectPath,
                  submitButton(texts.disconnect, { kind: 'danger', small: true }, plainName(externalName ?? providerName)),
                  { idp: idpId, identity: externalId },
                ),
              ],
            })),
          )
    }
${connect.length === 0 ? '' : actions(connect.map(({ name, path }) => linkButton(path, texts.connect(isolatedName(name)), { kind: 'secondary', small: true })))}`,
  })
}
