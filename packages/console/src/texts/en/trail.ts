// The audit log in English.

/** The texts of the audit log in English. */
export const trail = {
  heading: 'Audit log',
  /** Stands where no user acted: for the server itself, and for an operator at its machine. */
  server: 'The server',
  /** The console as an application. */
  console: 'the console',
  /** Policies as they stand in a sentence: those of an organization, and those of the instance. */
  policies: {
    loginPolicy: 'the sign-in policy',
    lockoutPolicy: 'the lockout policy',
    passwordComplexityPolicy: 'the password policy',
    passwordAgePolicy: 'the password expiry',
    domainPolicy: 'the domain policy',
    privacyPolicy: 'the links',
    labelPolicy: 'the branding',
    securityPolicy: 'the security policy',
    boundaryPolicy: 'the organization limits',
  },
  defaultPolicies: {
    loginPolicy: 'the default sign-in policy',
    lockoutPolicy: 'the default lockout policy',
    passwordComplexityPolicy: 'the default password policy',
    passwordAgePolicy: 'the default password expiry',
    domainPolicy: 'the default domain policy',
    privacyPolicy: 'the default links',
    labelPolicy: 'the default branding',
    securityPolicy: 'the default security policy',
    boundaryPolicy: 'the default organization limits',
  },
  /** The sentence for a policy that is created. */
  policySet: '{actor} set {object}',
  /**
   * The sentences can hold `{actor}` (who did it), `{name}` (the user or the object of the event), `{object}` (the same, after its kind) and
   * `{client}` (the application). A part in brackets is left out when one of its names is unknown: `signed in[ to {client}]`. `own` is the
   * sentence for users who act on themselves.
   */
  events: {
    login_succeeded: {
      title: 'Sign-in',
      sentence: '{actor} signed in[ to {client}]',
    },
    login_failed: {
      title: 'Failed sign-in',
      sentence: 'A sign-in[ of {name}][ to {client}] failed',
    },
    second_factor_checked: {
      title: 'Two-step verification passed',
      sentence: '{actor} passed two-step verification',
    },
    second_factor_failed: {
      title: 'Two-step verification failed',
      sentence: '[{name} ]failed two-step verification',
    },
    second_factor_added: {
      title: 'Second factor added',
      sentence: '{actor} added a second factor',
    },
    second_factor_removed: {
      title: 'Second factor removed',
      sentence: '{actor} removed a second factor[ of {name}]',
      own: '{actor} removed a second factor',
    },
    factors_removed: {
      title: 'Factors removed',
      sentence: '{actor} removed factors[ of {name}]',
      own: '{actor} removed their factors',
    },
    recovery_codes_made: {
      title: 'Recovery codes created',
      sentence: '{actor} created recovery codes',
    },
    passkey_added: {
      title: 'Passkey added',
      sentence: '{actor} added a passkey',
    },
    passkey_removed: {
      title: 'Passkey removed',
      sentence: '{actor} removed a passkey[ of {name}]',
      own: '{actor} removed a passkey',
    },
    user_impersonated: {
      title: 'Impersonation',
      sentence: '{actor} impersonated {name}',
    },
    authorization_code_reused: {
      title: 'Authorization code reused',
      sentence: 'An authorization code[ of {name}] was used a second time[ by {client}]',
    },
    password_changed: {
      title: 'Password changed',
      sentence: '{actor} changed the password[ of {name}]',
      own: '{actor} changed their password',
    },
    recovery_started: {
      title: 'Password reset requested',
      sentence: 'Password reset requested[ for {name}]',
    },
    change_reported: {
      title: 'Change reported',
      sentence: '{name} reported a change that they did not make',
    },
    user_link_issued: {
      title: 'Password link sent',
      sentence: '{actor} sent {name} a password link',
    },
    mail_refused: {
      title: 'Email rejected',
      sentence: 'The mail server rejected an email[ to {name}]. It will not be sent again.',
    },
    membership_accepted: {
      title: 'Invitation accepted',
      sentence: '{actor} accepted the roles in {object}',
    },
    membership_declined: {
      title: 'Invitation declined',
      sentence: '{actor} declined the roles in {object}',
    },
    roles_resumed: {
      title: 'Roles restored',
      sentence: 'The suspended roles of {actor} were restored',
    },
    session_ended: {
      title: 'Session ended',
      sentence: 'A session[ of {actor}] ended',
    },
    token_revoked: {
      title: 'Token revoked',
      sentence: 'Tokens[ of {name}] were revoked[ for {client}]',
    },
    refresh_token_reused: {
      title: 'Refresh token reused',
      sentence: 'A refresh token[ of {name}] was used a second time[ by {client}]',
    },
    backup_started: {
      title: 'Backup started',
      sentence: '{actor} started a backup',
    },
    backup_ended: {
      title: 'Backup finished',
      sentence: 'Backup[ by {actor}] finished',
    },
    restore_started: {
      title: 'Restore started',
      sentence: '{actor} started to restore a backup',
    },
    restore_ended: {
      title: 'Restore finished',
      sentence: 'Restore[ by {actor}] finished',
    },
    export_started: {
      title: 'Export started',
      sentence: '{actor} started an export',
    },
    export_ended: {
      title: 'Export finished',
      sentence: 'Export[ by {actor}] finished',
    },
    permission_denied: {
      title: 'Permission denied',
      sentence: '{actor} was denied access[ to {object}]',
    },
    import_started: {
      title: 'Import started',
      sentence: '{actor} started an import',
    },
    import_stop_requested: {
      title: 'Import stop requested',
      sentence: '{actor} requested that {object} stop',
    },
    import_ended: {
      title: 'Import finished',
      sentence: 'Import[ by {actor}] finished',
    },
    resource_created: {
      title: 'Created',
      sentence: '{actor} created {object}',
    },
    resource_changed: {
      title: 'Changed',
      sentence: '{actor} changed {object}',
    },
    resource_removed: {
      title: 'Removed',
      sentence: '{actor} removed {object}',
    },
    console_signed_in: {
      title: 'Signed in to the console',
      sentence: '{actor} signed in to the console',
    },
    stepped_up: {
      title: 'Identity confirmed',
      sentence: '{actor} confirmed their identity',
    },
    feature_changed: {
      title: 'Feature changed',
      sentence: '{actor} changed {object}',
    },
    signing_key_rotated: {
      title: 'Signing key created',
      sentence: '{actor} created {object}',
    },
    signing_key_revoked: {
      title: 'Signing key revoked',
      sentence: '{actor} revoked {object}',
    },
    master_key_added: {
      title: 'Master key added',
      sentence: '{actor} added {object}',
    },
    master_key_forgotten: {
      title: 'Master key removed',
      sentence: '{actor} removed {object}',
    },
  },
  /** Kinds of objects as they stand in a sentence, before a name. */
  kinds: {
    org: 'the organization',
    orgDomain: 'the domain',
    orgPolicy: 'the policy',
    orgText: 'the text',
    oidcIdp: 'the identity provider',
    jwtIdp: 'the identity provider',
    action: 'the action',
    triggerActions: 'the trigger',
    humanUser: 'the user',
    machineUser: 'the service user',
    user: 'the user',
    userMetadata: 'the metadata',
    userLink: 'the connected account of',
    machineKey: 'the key',
    personalAccessToken: 'the access token',
    passkey: 'the passkey',
    project: 'the project',
    projectRole: 'the role',
    projectGrant: 'the project grant',
    oidcApp: 'the application',
    apiApp: 'the API application',
    appKey: 'the application key',
    userGrant: 'the role assignment',
    orgMember: 'the organization member',
    projectMember: 'the project member',
    projectGrantMember: 'the project grant member',
    instanceMember: 'the instance member',
    instancePolicy: 'the default policy',
    instanceOidcIdp: 'the instance identity provider',
    instanceText: 'the instance text',
    removedId: 'the removed ID',
    session: 'the session',
    token: 'the token',
    signingKey: 'the signing key',
    feature: 'the feature',
    import: 'the import',
  },
  filters: {
    title: 'Filters',
    /** Above the errors of the filters. */
    wrong: 'This filter is not valid',
    type: 'Event',
    anyType: 'All events',
    actor: 'User',
    actorHelp: 'The ID of the user who acted.',
    subject: 'Object',
    subjectHelp: 'Type and ID, for example project:portal.',
    from: 'From',
    to: 'To',
    apply: 'Apply filters',
    /** The filters that act now. */
    active: 'Active filters',
    drop: (filter: string): string => `Remove filter ${filter}`,
    badSubject: 'Enter a type and an ID, for example project:portal.',
    badTime: 'Enter a date, for example 2026-01-31.',
    badType: 'Unknown event type. Choose one from the list.',
  },
  fields: {
    id: 'ID',
    at: 'Time',
    actor: 'User ID',
    client: 'Client ID',
    subject: 'Object',
    organization: 'Organization',
    address: 'IP address',
  },
  sameActor: 'More by this person',
  sameSubject: 'More about this object',
  download: 'Export results',
  searchedUntil: (date: string): string => `Searched back to ${date} UTC. Continue with older events.`,
  downloadHelp: (limit: string): string => `JSON Lines, up to ${limit} events.`,
  newest: 'Newest events',
  older: 'Older events',
  empty: 'No events yet. The audit log records who did what, when and from where.',
}

/** The texts of `trail` in any language. */
export type TrailTexts = typeof trail
