// The messages between a server and the generator, each a line of JSON. Once the server listens, it sends its URLs and the tokens that it has
// prepared. Then it creates authorization codes whenever the generator asks for some.
import { createInterface } from 'node:readline'
import * as v from 'valibot'

const announcementSchema = v.object({
  port: v.number(),
  paths: v.object({ token: v.string(), introspection: v.string(), userinfo: v.string(), keys: v.string() }),
  /** The scope for the client credentials grant. */
  scope: v.string(),
  /** An opaque access token of the user. */
  accessToken: v.string(),
  /** One refresh token for each connection. */
  refreshTokens: v.array(v.string()),
  /** The number of further valid access tokens, which the generator can derive. */
  liveTokens: v.optional(v.number(), 0),
})
const orderSchema = v.object({ codes: v.number() })
const deliverySchema = v.object({ codes: v.array(v.string()) })

export type Announcement = v.InferOutput<typeof announcementSchema>
type Announced = v.InferInput<typeof announcementSchema>

/**
 * Called by a server: sends the announcement, creates codes on request, and ends when the generator ends.
 *
 * @param makeCodes creates codes for the app, bound to `codeChallenge`
 */
export function announce(announcement: Announced, makeCodes: (count: number) => Promise<readonly string[]>): void {
  console.log(JSON.stringify(announcement))
  const lines = createInterface({ input: process.stdin })
  lines.on('line', (line) => void deliver(v.parse(orderSchema, JSON.parse(line)).codes, makeCodes))
  lines.on('close', () => process.exit())
}

export function readAnnouncement(line: string): Announcement {
  return v.parse(announcementSchema, JSON.parse(line))
}

export function order(count: number): string {
  return `${JSON.stringify({ codes: count })}\n`
}

export function readDelivery(line: string): readonly string[] {
  return v.parse(deliverySchema, JSON.parse(line)).codes
}

async function deliver(count: number, makeCodes: (count: number) => Promise<readonly string[]>): Promise<void> {
  console.log(JSON.stringify({ codes: await makeCodes(count) }))
}
