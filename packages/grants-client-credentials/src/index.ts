// The client credentials grant.
export { clientCredentials } from './client-credentials.ts'
