// Python: Authlib. https://docs.authlib.org
import { discoveryOf, quoted } from './values.ts'
import type { Setup, SetupValues } from './values.ts'

function python(title: string, text: string): Setup {
  return { id: 'python', title, language: 'python', text }
}

/** @returns a sign-in with PKCE in Flask */
export function pythonSignIn(values: SetupValues): Setup {
  const { clientId, method, redirectUri, scopes } = values
  const path = URL.canParse(redirectUri) ? new URL(redirectUri).pathname : '/callback'
  return python(
    'Python (Authlib, Flask)',
    `import os

from authlib.integrations.flask_client import OAuth
from flask import Flask, redirect, session

app = Flask(__name__)
app.secret_key = os.environ["SESSION_SECRET"]
oauth = OAuth(app)
oauth.register(
    name="oidc",
    client_id=${quoted(clientId)},
    client_secret=os.environ["OIDC_CLIENT_SECRET"],
    server_metadata_url=${quoted(discoveryOf(values))},
    client_kwargs={
        "scope": ${quoted(scopes.join(' '))},
        "code_challenge_method": "S256",
        "token_endpoint_auth_method": ${quoted(method)},
    },
)


@app.route("/login")
def login():
    return oauth.oidc.authorize_redirect(${quoted(redirectUri)})


@app.route(${quoted(path)})
def callback():
    token = oauth.oidc.authorize_access_token()
    session["user"] = token["userinfo"]
    return redirect("/")
`,
  )
}

function session({ clientId, method }: SetupValues): string {
  return `import os

from authlib.integrations.requests_client import OAuth2Session

session = OAuth2Session(
    ${quoted(clientId)},
    os.environ["OIDC_CLIENT_SECRET"],
    token_endpoint_auth_method=${quoted(method)},
`
}

/** @returns the introspection of a token that an API received */
export function pythonIntrospection(values: SetupValues): Setup {
  return python(
    'Python (Authlib)',
    `${session(values)})


def claims_of(access_token):
    answer = session.introspect_token(${quoted(`${values.issuer}/oauth/v2/introspect`)}, access_token).json()
    return answer if answer["active"] else None
`,
  )
}

/** @returns a session that sends the token of a service user */
export function pythonService(values: SetupValues): Setup {
  return python(
    'Python (Authlib)',
    `${session(values)}    scope=${quoted(values.scopes.join(' '))},
)
session.fetch_token(${quoted(`${values.issuer}/oauth/v2/token`)}, grant_type="client_credentials")
`,
  )
}
