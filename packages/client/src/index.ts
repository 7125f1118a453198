// A typed client of the management API, for Node, Bun, Deno and browsers.
export { createClient, newSecret } from './client.ts'
export type { Client, InstanceLists, InstancePolicyName, OrgClient, OrgLists, OrgPolicyName } from './client.ts'
export type {
  Change,
  ChangeOptions,
  Collection,
  CreatingCollection,
  ListOptions,
  MergePatch,
  Page,
  Removal,
  Resource,
  Single,
} from './collection.ts'
export type { EffectivePolicy, SourcedPolicy } from './effective-policies.ts'
export { ApiError } from './error.ts'
export type { ApiErrorDetails, FieldViolation } from './error.ts'
export type { EventPage, EventQuery, SignInDay, Trail, TrailEvent } from './events.ts'
export type { IdentityProvider, IdentityProviderPreset } from './identity-providers.ts'
export type { Feature, Features, SigningKey, SigningKeyReport, SigningKeys } from './instance.ts'
export type { Invitation, Invitations } from './invitations.ts'
export type { Created, EntryOf, GivenBy, IdOf, ListName, TextListName } from './lists.ts'
export type { AddedSecret, AddSecretOptions, ClientSecret, SecretHolder } from './secrets.ts'
export type { ApiAnswer, ApiRequest, ClientOptions, Send, Token } from './send.ts'
export type {
  ExportRequest,
  Exports,
  GcsObject,
  ImportJob,
  ImportReport,
  ImportRequest,
  Imports,
  ImportSource,
  S3Object,
  WrittenExport,
} from './transfers.ts'
export type { FactorName, Me, SessionPage, SessionQuery, UserClient, UserFactors, UserLink, UserSession } from './users.ts'
