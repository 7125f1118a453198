// Sign-in on devices without a browser. https://www.rfc-editor.org/rfc/rfc8628
export { deviceGrant } from './device-grant.ts'
export { deviceAuthorizations } from './store/sql.ts'
export type { DeviceAuthorization, DeviceAuthorizationStore, DeviceDecision, NewDeviceAuthorization } from './store/port.ts'
