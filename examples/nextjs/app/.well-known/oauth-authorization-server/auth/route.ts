// The metadata of RFC 8414, which is at the host.
export { answer as GET, answer as OPTIONS } from '../../../../lib/provider.ts'

export const dynamic = 'force-dynamic'
export const runtime = 'nodejs'
