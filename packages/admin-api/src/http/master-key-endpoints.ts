// `GET /admin/v1/master-keys`, `POST /admin/v1/master-keys/rotate`, `POST /admin/v1/master-keys/forget`: which master keys open the instance,
// for owners. No request and no answer holds a key: the server reads them where its operator put them.
import { addMasterKey, forgetOtherMasterKeys, json, listMasterKeys, masterKeyIds, MasterKeyMismatch } from '@symbolon/core-protocol'
import type { AnyEndpoint, AuditEvent, RequestContext, User } from '@symbolon/core-protocol'
import { administrativeEndpoint, callerFacts, RestError } from '@symbolon/rest'

/** The path of the master keys. */
export const masterKeysPath = '/admin/v1/master-keys'

/** Options of {@link masterKeyEndpoints}. */
export interface MasterKeyEndpointOptions {
  /** Reads the master keys from where the operator put them: the one that is to stay first. Each has 32 bytes. */
  readonly read: () => Promise<readonly Uint8Array[]>
}

/** The master keys of an instance. A key is named by its identifier, which reveals nothing about it. */
export interface MasterKeyReport {
  /** The keys that open the instance; `given`: whether the operator provides it now. */
  readonly masterKeys: readonly { readonly id: string; readonly given: boolean }[]
  /** The identifier of the key that opens the instance from now on. */
  readonly added?: string
  /** The identifiers of the keys that do not open it any more. */
  readonly forgotten?: readonly string[]
}

/** What can be done with the master keys of an instance. */
export type MasterKeyAction = 'list' | 'rotate' | 'forget'

type InstanceOf = Pick<RequestContext<'instance'>['stores'], 'instance'>

/**
 * Lists the master keys, adds the first one that is given (`rotate`), or forgets all that are not given (`forget`).
 * @throws MasterKeyMismatch if none of the given keys opens the instance
 */
export async function changeMasterKeys(
  action: MasterKeyAction,
  masterKeys: readonly Uint8Array[],
  { instance }: InstanceOf,
): Promise<{ readonly report: MasterKeyReport; readonly events: readonly AuditEvent[] }> {
  const given = await masterKeyIds(masterKeys)
  const added = action === 'rotate' ? await addMasterKey(instance, masterKeys) : undefined
  const forgotten = action === 'forget' ? await forgetOtherMasterKeys(instance, given) : []
  const event = (type: 'master_key_added' | 'master_key_forgotten', id: string): AuditEvent => ({
    type,
    subject: { kind: 'masterKey', id },
  })
  return {
    report: {
      masterKeys: (await listMasterKeys(instance)).map((id) => ({ id, given: given.includes(id) })),
      ...(added === undefined ? {} : { added }),
      ...(forgotten.length === 0 ? {} : { forgotten }),
    },
    events: [
      ...(added === undefined ? [] : [event('master_key_added', added)]),
      ...forgotten.map((id) => event('master_key_forgotten', id)),
    ],
  }
}

/** The endpoints of the master keys. Refuse with master_key_unknown when the server is given no key that opens the instance. */
export function masterKeyEndpoints({ read }: MasterKeyEndpointOptions): readonly AnyEndpoint[] {
  const endpoint = (action: MasterKeyAction, name: string): AnyEndpoint =>
    administrativeEndpoint({
      name,
      path: action === 'list' ? masterKeysPath : `${masterKeysPath}/${action}`,
      method: action === 'list' ? 'GET' : 'POST',
      access: 'owner',
      freshProof: 'every_change',
      stores: ['instance'],
      handle: async (_request: unknown, owner: User, context: RequestContext<'instance'>) =>
        json(200, await act(action, await read(), owner, context)),
    })
  return [
    endpoint('list', 'master keys'),
    endpoint('rotate', 'rotation of the master key'),
    endpoint('forget', 'removal of earlier master keys'),
  ]
}

async function act(
  action: MasterKeyAction,
  masterKeys: readonly Uint8Array[],
  owner: User,
  context: RequestContext<'instance'>,
): Promise<MasterKeyReport> {
  try {
    const { report, events } = await changeMasterKeys(action, masterKeys, context.stores)
    await context.audit(...events.map((event) => ({ ...event, ...callerFacts(owner, context) })))
    return report
  } catch (error) {
    if (!(error instanceof MasterKeyMismatch)) throw error
    throw new RestError(
      'master_key_unknown',
      'No configured master key opens the instance. Configure the present key again, in addition to the new key.',
    )
  }
}
