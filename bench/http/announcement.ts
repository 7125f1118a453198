// The messages between a server and the generator, each a line of JSON. Once the server listens, it sends its URLs and the tokens that it has
// prepared. Then it carries out orders: it creates authorization codes, and reports how much memory it has allocated.
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import { startCounting } from './allocation.ts'

const announcementSchema = v.object({
  port: v.number(),
  paths: v.object({ token: v.string(), introspection: v.string(), userinfo: v.string(), keys: v.string() }),
  /** The scope for the client credentials grant. */
  scope: v.string(),
  /** One refresh token for each connection. */
  refreshTokens: v.array(v.string()),
  /** The live access tokens, where some were wanted. */
  tokens: v.optional(
    v.object({
      /** A file with a token in each line, in the order of their issuance. */
      file: v.string(),
      /** The users. The token in line n belongs to the user n modulo their number. */
      subjects: v.array(v.string()),
    }),
  ),
})
const orderSchema = v.union([v.object({ codes: v.number() }), v.object({ allocation: v.picklist(['start', 'end']) })])
const codesSchema = v.object({ codes: v.array(v.string()) })
const allocationSchema = v.object({ bytes: v.number() })

export type Announcement = v.InferOutput<typeof announcementSchema>
type Order = v.InferOutput<typeof orderSchema>

/**
 * Called by a server: sends the announcement, carries out orders, and ends when the generator ends.
 *
 * @param makeCodes creates codes for the app, bound to `codeChallenge`
 */
export function announce(announcement: Announcement, makeCodes: (count: number) => Promise<readonly string[]>): void {
  console.log(JSON.stringify(announcement))
  let endCounting = (): number => 0
  const lines = createInterface({ input: process.stdin })
  lines.on('line', (line) => void carryOut(v.parse(orderSchema, JSON.parse(line))))
  lines.on('close', () => process.exit())

  async function carryOut(order: Order): Promise<void> {
    if ('codes' in order) return console.log(JSON.stringify({ codes: await makeCodes(order.codes) }))
    const bytes = endCounting()
    endCounting = order.allocation === 'start' ? startCounting() : () => 0
    console.log(JSON.stringify({ bytes }))
  }
}

export function readAnnouncement(line: string): Announcement {
  return v.parse(announcementSchema, JSON.parse(line))
}

export function orderLine(order: Order): string {
  return `${JSON.stringify(order)}\n`
}

export function readCodes(line: string): readonly string[] {
  return v.parse(codesSchema, JSON.parse(line)).codes
}

export function readAllocation(line: string): number {
  return v.parse(allocationSchema, JSON.parse(line)).bytes
}
