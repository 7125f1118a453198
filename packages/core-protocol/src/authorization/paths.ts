// The paths of the interface that a browser is sent to.

export const authorizationPath = '/oauth/v2/authorize'
/** Where a user who signed in is sent back to: the request is decided again, there and only there. */
export const authorizationResumePath = '/oauth/v2/authorize/resume'
