// Response types whose answers travel in the fragment, with tokens that are none: shows what core does with every such type.
import { defineGrant } from '@symbolon/core-protocol'
import type { AnyGrant } from '@symbolon/core-protocol'
import * as v from 'valibot'

export function frontChannelProbe(): AnyGrant {
  return defineGrant({
    name: 'front-channel probe',
    stores: [],
    clientAuthenticationMethods: [],
    parameters: v.object({}),
    authorize: async () => { throw new TypeError('not at the token endpoint') },
    responseTypes: ['id_token', 'id_token token'].map((responseType) => ({
      responseType,
      defaultResponseMode: 'fragment' as const,
      check: () => {},
      respond: async () => ({ parameters: { id_token: `the-${responseType.replace(' ', '-')}` } }),
    })),
  })
}
