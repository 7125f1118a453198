// The pages about identity providers. A provider decides who can sign in, so changes need a fresh proof.
import type { AnyEndpoint } from '@symbolon/core-protocol'
import type { ConsolePages } from '../page/page.ts'
import { createProvider, editProvider, newProvider, saveProvider } from './edit.ts'
import { identityProviderList } from './list.ts'
import { changeOffer, offerPage } from './offer.ts'
import { providerPage, providerRemoval, removeProvider } from './provider.ts'

/** The pages about identity providers of organizations and of the instance. */
export function identityProviderPages({ page }: ConsolePages): readonly AnyEndpoint[] {
  return [
    page({ name: 'identity providers in the console', path: '/orgs/:orgId/idps', page: identityProviderList }),
    page({ name: 'identity providers of the instance in the console', path: '/instance/idps', page: identityProviderList }),
    ...(
      [
        ['an organization', '/orgs/:orgId'],
        ['the instance', '/instance'],
      ] as const
    ).flatMap(([of, place]) => {
      const one = `${place}/idps/:idpId`
      const form = (name: string, path: string, page: typeof editProvider, post: typeof saveProvider) =>
        ({ name: `${name} of ${of} in the console`, path, dangerous: true, page, post }) as const
      return [
        page(form('new identity provider', `${place}/new-idp`, newProvider, createProvider)),
        page({ name: `identity provider of ${of} in the console`, path: one, page: providerPage }),
        page(form('change of an identity provider', `${one}/edit`, editProvider, saveProvider)),
        page(form('removal of an identity provider', `${one}/remove`, providerRemoval, removeProvider)),
        page(form('offer of an identity provider', `${one}/offer`, offerPage, changeOffer)),
      ]
    }),
    page({
      name: 'offer of an identity provider of an organization to everybody in the console',
      path: '/instance/org-idps/:ofOrg/:idpId',
      dangerous: true,
      page: offerPage,
      post: changeOffer,
    }),
  ]
}
