// What the administrative APIs share: authenticated endpoints, bodies, fresh proofs, and errors in the REST shape.
export { administrativeEndpoint, administrativeResource } from './administrative-endpoint.ts'
export type {
  Administration,
  AdministrativeContext,
  AdministrativeEndpoint,
  AdministrativeMethod,
  AdministrativeResource,
  FreshProof,
} from './administrative-endpoint.ts'
export { encoded, readJsonBody, requireJson, streamed } from './bodies.ts'
export type { StreamedOptions } from './bodies.ts'
export { callerFacts, isOwner, requireServiceUser } from './caller.ts'
export type { Access, AuthenticatedCaller, CallerStores } from './caller.ts'
export { freshProofNeeded, requireFreshProof, staleProofOf } from './fresh-proof.ts'
export { RestError, shownName } from './rest-error.ts'
export type { FieldViolation, RestErrorId, RestErrorOptions } from './rest-error.ts'
