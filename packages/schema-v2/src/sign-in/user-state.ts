// The states of users as documents spell them. The storage reads stored users with it, and the forecast of sign-ins reads those of a document.

/** The state of a user. Only active users can sign in or use tokens. */
export type UserState = 'active' | 'inactive' | 'locked' | 'initial' | 'suspended'

/** A map, so that `constructor` is an unknown name too. */
const states: ReadonlyMap<string, UserState> = new Map(
  Object.entries({
    USER_STATE_UNSPECIFIED: 'active',
    USER_STATE_ACTIVE: 'active',
    USER_STATE_INACTIVE: 'inactive',
    USER_STATE_LOCKED: 'locked',
    USER_STATE_SUSPEND: 'suspended',
    USER_STATE_INITIAL: 'initial',
  } as const),
)

/** @returns the state of a user; `active` without a name, and `inactive` for an unknown one */
export function wireUserState(name: string | undefined): UserState {
  return name === undefined ? 'active' : (states.get(name) ?? 'inactive')
}
