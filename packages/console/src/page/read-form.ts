// Reads a posted form, with files or without.
import { BodyTooLarge, DisplayedError, ForbiddenForm, formLimit } from '@symbolon/core-protocol'
import type { HttpRequest } from '@symbolon/core-protocol'
import type { UploadedFile } from '../visit/visit.ts'

/** A form as it was posted. Its origin is not verified yet. */
export interface PostedForm {
  readonly fields: URLSearchParams
  readonly files: ReadonlyMap<string, UploadedFile>
}

/**
 * @param filesLimit bytes of a form with files; undefined: the form holds none
 * @throws ForbiddenForm for another media type, DisplayedError if the files are too large
 */
export async function readPostedForm(request: HttpRequest, filesLimit: number | undefined): Promise<PostedForm> {
  const type = request.header('content-type') ?? ''
  if (filesLimit !== undefined && /^multipart\/form-data\s*;/i.test(type)) return await readParts(await filesOf(request, filesLimit), type)
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) throw new ForbiddenForm()
  return { fields: new URLSearchParams(new TextDecoder().decode(await request.body.bytes(formLimit))), files: new Map() }
}

async function filesOf({ body }: HttpRequest, limit: number): Promise<Uint8Array> {
  try {
    return await body.bytes(limit)
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error
    throw new DisplayedError('invalid_request', `The file is larger than ${Math.floor(limit / 1024)} KiB. Choose a smaller one.`)
  }
}

/** Reads a form with files. https://www.rfc-editor.org/rfc/rfc7578 */
async function readParts(bytes: Uint8Array, type: string): Promise<PostedForm> {
  const fields = new URLSearchParams()
  const files = new Map<string, UploadedFile>()
  let parts: FormData
  try {
    parts = await new Response(Uint8Array.from(bytes), { headers: { 'content-type': type } }).formData()
  } catch {
    throw new ForbiddenForm()
  }
  for (const [name, value] of parts) {
    if (typeof value === 'string') fields.append(name, value)
    else if (value.size > 0) files.set(name, { name: value.name, type: value.type, bytes: new Uint8Array(await value.arrayBuffer()) })
  }
  return { fields, files }
}
