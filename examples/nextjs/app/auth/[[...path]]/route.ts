// Everything of the provider, below the path of the issuer.
export {
  answer as GET,
  answer as OPTIONS,
  answer as POST,
  answer as PUT,
  answer as PATCH,
  answer as DELETE,
} from '../../../lib/provider.ts'

export const dynamic = 'force-dynamic'
export const runtime = 'nodejs'
