// What a server and the generator tell each other, a line of JSON each: where requests go and the tokens that were made beforehand,
// once the server listens; then authorization codes, as many as the generator asks for.
import { createInterface } from 'node:readline'
import * as v from 'valibot'

const announcementSchema = v.object({
  port: v.number(),
  paths: v.object({ token: v.string(), introspection: v.string(), userinfo: v.string(), keys: v.string() }),
  /** What the client credentials grant is asked for. */
  scope: v.string(),
  /** Of the user, opaque. */
  accessToken: v.string(),
  /** A line for each connection. */
  refreshTokens: v.array(v.string()),
  /** How many more access tokens live, each of which the generator knows. */
  liveTokens: v.optional(v.number(), 0),
})
const orderSchema = v.object({ codes: v.number() })
const deliverySchema = v.object({ codes: v.array(v.string()) })

export type Announcement = v.InferOutput<typeof announcementSchema>
type Announced = v.InferInput<typeof announcementSchema>

/**
 * In a server: says that it is ready, makes codes when it is told to, and ends with the generator.
 * @param makeCodes codes for the app, bound to `codeChallenge`
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
