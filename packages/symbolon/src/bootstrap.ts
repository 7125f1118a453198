// What a start does between the open database and the first request: it applies documents, and creates the first organization.
import { define } from '@symbolon/core-protocol'
import type { AnyStartTask, Context, SecretHashing } from '@symbolon/core-protocol'
import { advice, applyContextOf, applyDocument, auditEventsOf, systemAuthority } from '@symbolon/provisioning'
import type { ApplyEntry, ApplyOptions, ApplyReport, ApplySurroundings, PasskeyRules } from '@symbolon/provisioning'
import { DocumentError, readDocument } from '@symbolon/schema-v2'
import type { ReadDocument } from '@symbolon/schema-v2'
import { readFile } from 'node:fs/promises'
import { appliedText, leftNote, leftText } from './apply-text.ts'
import { administratorUserName, demoApplication, exampleClientId, firstOrganization, firstPolicies, organizationId } from './first-start.ts'
import { isLocal } from './local-issuer.ts'
import { asFirstStart } from './one-first-start.ts'
import { keepSecrets } from './generated-secrets.ts'
import { checkSetupLinkFile, issueSetupLink, setupLinkStores } from './setup-link.ts'
import type { SetupLink, SetupLinkPlace } from './setup-link.ts'
import { StartError } from './start-error.ts'
import { withPendingSecrets } from './pending-secrets.ts'
import type { PendingContext } from './pending-secrets.ts'

/** What documents are applied with. */
export interface DocumentMeans {
  readonly hashing: SecretHashing
  /** What passkeys of documents must meet. */
  readonly passkeys: PasskeyRules
}

/** What a start applies. */
export interface BootstrapOptions extends DocumentMeans {
  readonly documents: readonly ReadDocument[]
  /** The file for the client secrets and tokens that the documents generate. */
  readonly secretsFile: string
  readonly example: boolean
  /** The destination of the link by which the first administrator sets a credential. */
  readonly setupLink: SetupLinkPlace
  /** Whether other processes may use the database at the same time. */
  readonly shared: boolean
}

/** The task of a start, and its result. */
export interface Bootstrap {
  readonly task: AnyStartTask
  /** What the task did; filled once it has run. */
  readonly result: BootstrapResult
}

/** What the task did. */
export interface BootstrapResult {
  /** Only at the start that created the administrator. */
  administrator?: SetupLink
  /** The issuer of the previous start, if it was different. */
  formerIssuer?: string
  /** Whether the demo application is there. */
  hasExample: boolean
  /** Whether earlier runs have left secrets that they did not deliver. A start with documents writes them into the file. */
  hasPendingSecrets: boolean
  /** The reports of the documents that were applied, as text. */
  readonly reports: string[]
}

const bootstrapStores = ['directory', 'instance', 'passkeys', 'pendingSecrets', ...setupLinkStores] as const

type BootstrapContext = Context<(typeof bootstrapStores)[number]>

/**
 * @returns the start task that applies documents, or creates the first organization and its administrator
 * @throws StartError, from the task: document_refused, file_unwritable
 */
export function bootstrap(options: BootstrapOptions): Bootstrap {
  const result: BootstrapResult = { hasExample: false, hasPendingSecrets: false, reports: [] }
  const task = define({
    kind: 'task',
    name: 'bootstrap',
    stores: bootstrapStores,
    async run(context: BootstrapContext) {
      await asFirstStart(context, options, async (first) => {
        if (first && options.documents.length > 0) await beginStrictly(options, context)
        if (options.documents.length > 0) await applyDocuments(options, context, result.reports)
        // Documents replace the default organization and its administrator.
        if (first && options.documents.length === 0) result.administrator = await furnish(options, context)
      })
      const issuer = await context.stores.instance.setIfAbsent('issuer', context.issuer)
      if (issuer !== context.issuer) {
        result.formerIssuer = issuer
        await context.stores.instance.replace('issuer', issuer, context.issuer)
      }
      result.hasPendingSecrets = (await context.stores.pendingSecrets.list()).some(
        ({ leaseUntil }) => !options.shared || leaseUntil <= context.now(),
      )
      result.hasExample = (await context.stores.directory.findClientId(exampleClientId)) !== undefined
    },
  })
  return { task, result }
}

type AuditedContext = ApplySurroundings & Pick<Context, 'audit'>

/** Writes the secrets of earlier starts into the file before the first document, and the secrets of each document before the next. */
export async function applyDocuments(
  options: Omit<BootstrapOptions, 'example' | 'setupLink'>,
  context: PendingContext & AuditedContext,
  reports: string[],
): Promise<void> {
  const { documents, secretsFile } = options
  await withPendingSecrets(context, options, async (pending) => {
    await pending.deliverLeft(async (left) => {
      await keepSecrets(secretsFile, left, leftNote)
      reports.push(leftText(left, { secretsIn: secretsFile }))
    })
    for (const document of documents) {
      const report = await applyAudited(document, options, context, { record: pending.record })
      await pending.deliver(report, async (delivery) => {
        const kept = await keepSecrets(secretsFile, [
          { time: context.now(), entries: [...delivery.report.entries, ...delivery.unconfirmed] },
        ])
        if (report.entries.some(({ action }) => action !== 'same'))
          reports.push(appliedText(delivery, kept ? { secretsIn: secretsFile } : {}))
      })
    }
  })
}

async function furnish(options: BootstrapOptions, context: BootstrapContext): Promise<SetupLink> {
  await checkSetupLinkFile(options.setupLink)
  await applyWhole({ document: firstOrganization(context.issuer), unknownMembers: [], emptyPlaces: [] }, options, context)
  if (options.example) await applyWhole({ document: demoApplication(), unknownMembers: [], emptyPlaces: [] }, options, context)
  const [domain] = (await context.stores.directory.list('orgDomain', organizationId)).filter(({ content }) => content['isPrimary'] === true)
  const loginName = `${administratorUserName}@${domain?.key[1] ?? new URL(context.issuer).hostname}`
  return await issueSetupLink(loginName, options.setupLink, context)
}

/** Applies the policies of new instances, unless a command has written a policy before the first start. A document with the policy replaces it. */
async function beginStrictly(means: DocumentMeans, context: BootstrapContext): Promise<void> {
  const policies = await context.stores.directory.list('instancePolicy', undefined)
  if (isLocal(context.issuer) || policies.some(({ key: [name] }) => name === 'boundaryPolicy')) return
  await applyWhole({ document: firstPolicies(context.issuer), unknownMembers: [], emptyPlaces: [] }, means, context)
}

async function applyWhole(document: ReadDocument, means: DocumentMeans, context: BootstrapContext): Promise<void> {
  const report = await applyAudited(document, means, context)
  const refused = report.entries.find(({ action }) => action === 'refused')
  if (refused !== undefined) throw new StartError('document_refused', describeRefusal(refused))
}

function describeRefusal({ path, member, reason }: ApplyEntry): string {
  const place = member === undefined ? path : `${path}.${member}`
  return reason === undefined ? `${place}: refused.` : `${place}: ${reason}. ${advice[reason]}`
}

/** The audit events name no actor: the operator who starts the service is not known. */
async function applyAudited(
  document: ReadDocument,
  means: DocumentMeans,
  context: AuditedContext,
  options: ApplyOptions = {},
): Promise<ApplyReport> {
  const report = await apply(document, means, context, options)
  await context.audit(...auditEventsOf(report))
  return report
}

/** @returns what was done, with the secrets that were generated */
export async function apply(
  document: ReadDocument,
  { hashing, passkeys }: DocumentMeans,
  context: ApplySurroundings,
  options: ApplyOptions = {},
): Promise<ApplyReport> {
  return await applyDocument(document, applyContextOf(context, hashing, systemAuthority, passkeys), options)
}

/**
 * Documents in files: read, parsed and checked before anything is opened.
 * @throws StartError document_unreadable, naming the file and what is wrong with it
 */
export async function readDocumentFile(file: string): Promise<ReadDocument> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw new StartError('document_unreadable', `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  try {
    return readDocument(parseJson(text))
  } catch (error) {
    if (error instanceof DocumentError || error instanceof SyntaxError)
      throw new StartError('document_unreadable', `${file}: ${error.message}`)
    throw error
  }
}

/** The message of the engine quotes the text around the error, which can be a secret: the error names the line alone. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    const place = position === undefined ? '' : ` near line ${text.slice(0, Number(position)).split('\n').length}`
    throw new SyntaxError(`not valid JSON${place}.`)
  }
}
