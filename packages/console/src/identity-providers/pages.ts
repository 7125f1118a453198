// The pages about identity providers. Whoever changes one decides who gets in, so that changes need a fresh proof.
import type { AnyEndpoint } from '@symbolon/core-protocol'
import type { ConsolePages } from '../page/page.ts'
import { createProvider, editProvider, newProvider, saveProvider } from './edit.ts'
import { identityProviderList, instanceProviderList } from './list.ts'
import { changeOffer, offerPage } from './offer.ts'
import { providerPage, providerRemoval, removeProvider } from './provider.ts'

const org = '/orgs/:orgId'
const one = `${org}/idps/:idpId`

/** The pages about identity providers. */
export function identityProviderPages({ page }: ConsolePages): readonly AnyEndpoint[] {
  return [
    page({ name: 'identity providers in the console', path: `${org}/idps`, page: identityProviderList }),
    page({
      name: 'new identity provider in the console',
      path: `${org}/new-idp`,
      dangerous: true,
      page: newProvider,
      post: createProvider,
    }),
    page({ name: 'identity provider in the console', path: one, page: providerPage }),
    page({
      name: 'change of an identity provider in the console',
      path: `${one}/edit`,
      dangerous: true,
      page: editProvider,
      post: saveProvider,
    }),
    page({
      name: 'removal of an identity provider in the console',
      path: `${one}/remove`,
      dangerous: true,
      page: providerRemoval,
      post: removeProvider,
    }),
    page({
      name: 'offer of an identity provider in the console',
      path: `${one}/offer`,
      dangerous: true,
      page: offerPage,
      post: changeOffer,
    }),
    page({ name: 'identity providers of the instance in the console', path: '/instance/idps', page: instanceProviderList }),
    page({
      name: 'offer of an identity provider to everybody in the console',
      path: '/instance/idps/:ofOrg/:idpId',
      dangerous: true,
      page: offerPage,
      post: changeOffer,
    }),
  ]
}
