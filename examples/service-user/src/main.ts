// A program that calls an API as a service user: reads its key file, gets an access token, and sends it to the API.
import { readKeyFile } from './key-file.ts'
import { requestAccessToken } from './provider.ts'

const { ISSUER: issuer, KEY_FILE: path, API_URL: apiUrl, SCOPE: scope = 'openid' } = process.env
if (issuer === undefined || path === undefined) throw new Error('Set ISSUER and KEY_FILE.')

const accessToken = await requestAccessToken(issuer, await readKeyFile(path), scope)
const response = await fetch(apiUrl ?? `${issuer}/oidc/v1/userinfo`, { headers: { authorization: `Bearer ${accessToken}` } })
console.log(response.status, await response.text())
process.exitCode = response.ok ? 0 : 1
