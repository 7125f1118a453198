// Response types whose answers travel in the fragment, with tokens that are none: shows what core does with every such type.
import { defineFrontChannelGrant } from '@symbolon/core-protocol'
import type { AnyGrant } from '@symbolon/core-protocol'

export function frontChannelProbe(): AnyGrant {
  return defineFrontChannelGrant({
    name: 'front-channel probe',
    stores: [],
    responseTypes: ['id_token', 'id_token token'].map((responseType) => ({
      responseType,
      defaultResponseMode: 'fragment' as const,
      check: () => {},
      respond: async () => ({ parameters: { id_token: `the-${responseType.replace(' ', '-')}` } }),
    })),
  })
}
