// Sends a request to a name that no resolver knows, with the addresses that were checked, and prints the outcome.
import { sendTo } from '../../../packages/outgoing/src/send-to.ts'

const [port = '', host = ''] = process.argv.slice(2)
const outcome = async (path: string, time = 20_000): Promise<string> => {
  try {
    const init = { method: 'POST', body: new URLSearchParams({ a: '1' }), redirect: 'manual', signal: AbortSignal.timeout(time) } as const
    return await (await sendTo(['127.0.0.1'], new URL(`https://${host}:${port}${path}`), init)).text()
  } catch (error) {
    return `failed: ${error instanceof Error ? String((error as { code?: unknown }).code ?? error.message) : String(error)}`
  }
}
process.stdout.write(JSON.stringify([await outcome('/path'), await outcome('/compressed'), await outcome('/hangs', 300)]))
process.exit()
