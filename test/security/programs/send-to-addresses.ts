// Sends a request to a name that no resolver knows, with the addresses that were checked, and prints the outcome.
import { sendTo } from '../../../packages/outgoing/src/send-to.ts'

const [port = '', host = ''] = process.argv.slice(2)
const outcome = async (addresses: readonly string[]): Promise<string> => {
  try {
    const init = { method: 'POST', body: new URLSearchParams({ a: '1' }), redirect: 'manual', signal: AbortSignal.timeout(20_000) } as const
    return await (await sendTo(addresses, new URL(`https://${host}:${port}/path`), init)).text()
  } catch (error) {
    return `failed: ${error instanceof Error ? String((error as { code?: unknown }).code ?? error.message) : String(error)}`
  }
}
process.stdout.write(JSON.stringify([await outcome(['127.0.0.1']), await outcome(['127.0.0.1', '127.0.0.1'])]))
process.exit()
