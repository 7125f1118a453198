// Response types whose answers travel in the fragment, with placeholder tokens: shows what core does with every such type.
import { define } from '@symbolon/core-protocol'
import type { AnyGrant } from '@symbolon/core-protocol'

export function frontChannelProbe(): AnyGrant {
  return define({
    kind: 'front_channel_grant',
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
