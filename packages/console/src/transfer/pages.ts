// The pages of import and export. An import changes whole organizations, and an export may hold everybody's secrets: both need a fresh proof.
import type { AnyEndpoint } from '@symbolon/core-protocol'
import { importStores } from '@symbolon/management-api'
import type { ImportSettings } from '@symbolon/management-api'
import type { ConsolePages } from '../page/page.ts'
import { exportForm, startExport } from './export-form.ts'
import { importForm, startImport, uploadLimit } from './import-form.ts'
import { actOnImport, downloadReport, importPage } from './import-page.ts'

/** @param settings what passkeys of a document must meet, and the storages that an import may name */
export function transferPages({ page }: ConsolePages, settings: ImportSettings): readonly AnyEndpoint[] {
  const stores = [...importStores, ...(settings.passkeys === undefined ? [] : (['passkeys'] as const))]
  return [
    page({
      name: 'import in the console',
      path: '/import',
      dangerous: true,
      filesLimit: uploadLimit,
      stores,
      page: importForm,
      post: async (visit, fields, context) => await startImport(settings, visit, fields, context),
    }),
    page({
      name: 'plan and report of an import in the console',
      path: '/imports/:importId',
      // The page is read again while the import runs.
      dangerous: 'post',
      stores,
      page: importPage,
      post: async (visit, fields, context) => await actOnImport(settings, visit, fields, context),
    }),
    page({
      name: 'download of the report of an import in the console',
      path: '/imports/:importId/report',
      dangerous: true,
      stores: importStores,
      page: downloadReport,
    }),
    page({ name: 'export in the console', path: '/export', dangerous: true, page: exportForm, post: startExport }),
  ]
}
