// Set-up texts for common libraries, with the values of one application. A secret stands in the environment block alone, so that code can be
// kept in a repository.
import { goService, goSignIn } from './go.ts'
import { authJs, openidClientIntrospection, openidClientService, openidClientSignIn } from './javascript.ts'
import { pythonIntrospection, pythonService, pythonSignIn } from './python.ts'
import { springIntrospection, springService, springSignIn } from './spring.ts'
import type { Setup, SetupValues } from './values.ts'
import { curlService, environmentOf } from './shell.ts'

/** @returns the texts for an application: the environment block first, then one for each library that fits */
export function setupsOf(values: SetupValues): readonly Setup[] {
  return [environmentOf(values), ...librariesOf(values)]
}

function librariesOf(values: SetupValues): readonly Setup[] {
  // Few libraries sign assertions by themselves.
  const withKey = values.method === 'private_key_jwt'
  switch (values.kind) {
    case 'web':
      if (withKey) return [openidClientSignIn(values)]
      // The other texts read a secret.
      if (values.method === 'none') return [openidClientSignIn(values), goSignIn(values)]
      return [openidClientSignIn, authJs, springSignIn, goSignIn, pythonSignIn].map((of) => of(values))
    case 'spa':
      return [openidClientSignIn(values)]
    case 'native':
      return [openidClientSignIn(values), goSignIn(values)]
    case 'api':
      return [openidClientIntrospection(values), ...(withKey ? [] : [springIntrospection, pythonIntrospection].map((of) => of(values)))]
    case 'service':
      return [openidClientService, curlService, springService, goService, pythonService].map((of) => of(values))
  }
}
