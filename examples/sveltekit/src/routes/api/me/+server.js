import { json } from '@sveltejs/kit'

// Who calls, by an access token. `server.ts` puts the provider into the request of Node.
export const GET = async ({ request, platform }) => {
  const caller = await platform.req.provider.protect(request, { scope: 'openid' })
  return caller instanceof Response ? caller : json({ hello: caller.user.displayName })
}
