// A route of the application that access tokens of the provider protect.
import { provider } from '../../../lib/provider.ts'

export const dynamic = 'force-dynamic'
export const runtime = 'nodejs'

export async function GET(request: Request): Promise<Response> {
  const caller = await (await provider()).protect(request, { scope: 'openid' })
  return caller instanceof Response ? caller : Response.json({ hello: caller.user.displayName })
}
