// What a server tells the generator once it listens: where to send requests, and the tokens that it made beforehand.
import * as v from 'valibot'

const announcementSchema = v.object({
  port: v.number(),
  paths: v.object({ token: v.string(), introspection: v.string(), userinfo: v.string(), keys: v.string() }),
  /** What the client credentials grant is asked for. */
  scope: v.string(),
  /** Of the user, opaque. */
  accessToken: v.string(),
  refreshTokens: v.array(v.string()),
})

export type Announcement = v.InferOutput<typeof announcementSchema>

/** In a server: says that it is ready, and ends with the generator. */
export function announce(announcement: Announcement): void {
  process.on('disconnect', () => process.exit())
  process.send?.(announcement)
}

export function readAnnouncement(message: unknown): Announcement {
  return v.parse(announcementSchema, message)
}
