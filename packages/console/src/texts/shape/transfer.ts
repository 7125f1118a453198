// The texts of import and export.

/** What an import did with entries, as its report counts them. */
export type CountName = 'created' | 'changed' | 'same' | 'removed' | 'kept' | 'refused' | 'ignored' | 'notice'

/** How far an import is. */
export type ImportStateName = 'waiting' | 'running' | 'completed' | 'stopped' | 'failed' | 'interrupted'

/** The texts of import and export in one language. */
export interface TransferTexts {
  readonly heading: string
  readonly importHeading: string
  readonly importLead: string
  readonly file: string
  readonly fileHelp: (limit: string) => string
  readonly noSource: string
  readonly format: string
  readonly formats: Readonly<Record<'v1' | 'v2', string>>
  readonly update: string
  readonly updateHelp: string
  readonly withCredentials: string
  readonly withCredentialsHelp: string
  readonly fromStorage: string
  readonly fromStorageHelp: string
  readonly storage: string
  readonly storages: Readonly<Record<'none' | 'gcs' | 's3', string>>
  readonly bucket: string
  readonly path: string
  readonly serviceAccount: string
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly showPlan: string
  readonly changesNothing: string
  readonly planTitle: (name: string) => string
  readonly reportTitle: (name: string) => string
  readonly queuePosition: (position: string) => string
  readonly states: Readonly<Record<ImportStateName, string>>
  readonly planStates: Readonly<Record<ImportStateName, string>>
  readonly state: string
  readonly source: string
  readonly progress: string
  readonly progressOf: (settled: string, objects: string) => string
  readonly refresh: string
  readonly counts: Readonly<Record<CountName, string>>
  readonly planCounts: Readonly<Record<CountName, string>>
  readonly count: string
  readonly result: string
  readonly refusals: string
  readonly noRefusals: string
  readonly checks: string
  readonly kind: string
  readonly id: string
  readonly reason: string
  readonly place: string
  readonly times: string
  readonly moreRows: (most: string) => string
  readonly download: string
  readonly downloadHelp: string
  readonly carryOut: string
  readonly carryOutHelp: string
  readonly goOn: string
  readonly discard: string
  readonly nothingToDo: string
  readonly again: string
  readonly toReport: string
  readonly recent: string
  readonly plan: string
  readonly exportHeading: string
  readonly exportLead: string
  readonly organizations: string
  readonly allOrganizations: string
  readonly someOrganizations: string
  readonly chooseOrganization: string
  readonly secrets: string
  readonly withPasswords: string
  readonly withPasswordsHelp: string
  readonly withOtp: string
  readonly withOtpHelp: string
  readonly exportCredentials: string
  readonly exportCredentialsHelp: string
  readonly secretsWarning: string
  readonly startExport: string
  readonly startExportHelp: string
  readonly ownersOnly: string
}
