// Exports: organizations as a document, from one moment. The server keeps no copy: the document is the answer, or goes into a bucket.
import { answerExport } from '@symbolon/admin-api'
import type { ExportRequest } from '@symbolon/admin-api'
import type { Answer, RequestContext } from '@symbolon/core-protocol'
import type { ObjectStorages } from '@symbolon/transfer'
import { theInstance } from '@symbolon/permissions'
import type { Management } from './context.ts'
import { requireFreshProof } from './fresh-proof.ts'
import { requireRight } from './rights.ts'

/**
 * Exports organizations.
 * @returns the document as a download, written while it is read; for a bucket, its size, hash and counts
 * @throws RestError permission_denied, org_unknown, bucket_refused, bucket_unavailable, deadline_exceeded
 */
export async function exportOrganizations(
  asked: ExportRequest,
  storages: ObjectStorages,
  management: Management,
  context: RequestContext<'directory'>,
): Promise<Answer> {
  await requireRight('create', 'export', theInstance, management)
  requireFreshProof(management)
  return await answerExport(asked, management.caller, context, storages)
}
