// Messages that no client of ours sends. How each runtime's own parser takes them is written down in README.md.
const host = 'Host: localhost\r\n'
const close = 'Connection: close\r\n'
const discovery = '/.well-known/openid-configuration'
const kibibytes = (count: number): string => 'a'.repeat(count * 1024)

const get = (target: string, headers: string = host): string => `GET ${target} HTTP/1.1\r\n${headers}${close}\r\n`
const post = (headers: string, rest: string): string =>
  `POST /oidc/v1/userinfo HTTP/1.1\r\n${host}Content-Type: application/x-www-form-urlencoded\r\n${headers}\r\n${rest}`

/** Where it is answered, two servers would see two different requests. */
export const hiddenPath = '/hidden'
const hidden = get(hiddenPath)
/** A name that is never to be part of an answer. */
export const foreignName = 'evil.example'

/** By the name that README.md has for it. */
export const messages: Readonly<Record<string, string>> = {
  'well formed': get(discovery),
  'two on one connection': `GET ${discovery} HTTP/1.1\r\n${host}\r\n${get('/')}`,
  'malformed request line': 'NONSENSE\r\n\r\n',
  'request line without version': `GET ${discovery}\r\n\r\n`,
  'HTTP/2.0 in the request line': `GET ${discovery} HTTP/2.0\r\n${host}${close}\r\n`,
  'HTTP/2 preface on plain http': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'HTTP/1.0 without Host': `GET ${discovery} HTTP/1.0\r\n\r\n`,
  'empty line before the request': `\r\n${get(discovery)}`,
  'two spaces in the request line': `GET  ${discovery} HTTP/1.1\r\n${host}${close}\r\n`,
  'bare line feeds': `GET ${discovery} HTTP/1.1\nHost: localhost\nConnection: close\n\n`,
  'unknown method': `BREW ${discovery} HTTP/1.1\r\n${host}${close}\r\n`,
  CONNECT: `CONNECT ${foreignName}:443 HTTP/1.1\r\n${host}${close}\r\n`,
  'OPTIONS *': `OPTIONS * HTTP/1.1\r\n${host}${close}\r\n`,
  'no Host': get(discovery, ''),
  'empty Host': get(discovery, 'Host:\r\n'),
  'two Hosts': get(discovery, `${host}Host: ${foreignName}\r\n`),
  'Host with userinfo': get(discovery, `Host: user@${foreignName}\r\n`),
  'absolute-form of this host': get(`http://localhost${discovery}`),
  'absolute-form of another host': get(`http://${foreignName}${discovery}`),
  'absolute-form of another scheme': get(`ftp://${foreignName}${discovery}`),
  'path with two slashes in front': get(`//${foreignName}${discovery}`),
  'path without slash in front': get('discovery'),
  'path with a fragment': get(`${discovery}#fragment`),
  'path with dot segments': get(`/x/..${discovery}`),
  'path with backslashes': get(`/x/..${discovery.replaceAll('/', '\\')}`),
  'path with an encoded letter': get('/.well-known/openid-configuratio%6E'),
  'path with an encoded slash': get('/.well-known%2Fopenid-configuration'),
  'path with bad percent-encoding': get('/%zz'),
  'path with percent-encoding that is not UTF-8': get('/%ff%fe'),
  'path with a NUL': get('/a\0b'),
  'query with bad percent-encoding': get('/oauth/v2/authorize?client_id=%zz'),
  'URL of 10 KiB': get(`/${kibibytes(10)}`),
  'URL of 20 KiB': get(`/${kibibytes(20)}`),
  'URL of 2 MiB': get(`/${kibibytes(2048)}`),
  'header line of 10 KiB': get(discovery, `${host}X-Long: ${kibibytes(10)}\r\n`),
  'header line of 20 KiB': get(discovery, `${host}X-Long: ${kibibytes(20)}\r\n`),
  'header line of 2 MiB': get(discovery, `${host}X-Long: ${kibibytes(2048)}\r\n`),
  '150 header lines': get(discovery, host + 'X-Many: 1\r\n'.repeat(150)),
  '300 header lines': get(discovery, host + 'X-Many: 1\r\n'.repeat(300)),
  'NUL in a header': get(discovery, `${host}X-Nul: a\0b\r\n`),
  'bare carriage return in a header': get(discovery, `${host}X-Return: a\rb\r\n`),
  'folded header line': get(discovery, `${host}X-Folded: a\r\n b\r\n`),
  'space in a header name': get(discovery, `${host}X Space: a\r\n`),
  'space before the colon': post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${hidden}`),
  'two lengths that differ': post(`Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n`, hidden),
  'two lengths that agree': post(`Content-Length: 0\r\nContent-Length: 0\r\n${close}`, ''),
  'signed length': post('Content-Length: +0\r\n', hidden),
  'Content-Length next to Transfer-Encoding': post('Content-Length: 6\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${hidden}`),
  'Transfer-Encoding next to Content-Length': post('Transfer-Encoding: chunked\r\nContent-Length: 6\r\n', `0\r\n\r\n${hidden}`),
  'chunked that is not the last encoding': post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${hidden}`),
  'unknown encoding': post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${hidden}`),
  'chunk size that is not a number': post('Transfer-Encoding: chunked\r\n', `0x\r\n\r\n${hidden}`),
  'chunk extension': post(`Transfer-Encoding: chunked\r\n${close}`, '5;a=b\r\na=b&c\r\n0\r\n\r\n'),
  trailers: post(`Transfer-Encoding: chunked\r\n${close}`, `3\r\na=b\r\n0\r\nX-Trailer: 1\r\nHost: ${foreignName}\r\n\r\n`),
  'trailers, then another request': post('Transfer-Encoding: chunked\r\n', `3\r\na=b\r\n0\r\nX-Trailer: 1\r\n\r\n${get('/')}`),
  'Expect: 100-continue': post(`Content-Length: 3\r\nExpect: 100-continue\r\n${close}`, 'a=b'),
  'another expectation': post(`Content-Length: 3\r\nExpect: magic\r\n${close}`, 'a=b'),
  'Upgrade to h2c': get(discovery, `${host}Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n`),
}
