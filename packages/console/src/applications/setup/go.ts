// Go: go-oidc and x/oauth2. https://pkg.go.dev/github.com/coreos/go-oidc/v3/oidc
import { quoted } from './values.ts'
import type { Setup, SetupValues } from './values.ts'

function go(text: string): Setup {
  return { id: 'go', title: 'Go (go-oidc, x/oauth2)', language: 'go', text }
}

/** @returns the configuration of a sign-in with PKCE */
export function goSignIn({ issuer, clientId, method, redirectUri, scopes }: SetupValues): Setup {
  const withSecret = method !== 'none'
  const style = method === 'client_secret_post' || method === 'none' ? 'AuthStyleInParams' : 'AuthStyleInHeader'
  return go(`package main

import (
	"context"
${withSecret ? '\t"os"\n' : ''}
	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// Begin with config.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier)) and a verifier of oauth2.GenerateVerifier().
// At the redirect URI: config.Exchange(ctx, code, oauth2.VerifierOption(verifier)), then verify the "id_token" of the answer.
func newClient(ctx context.Context) (*oauth2.Config, *oidc.IDTokenVerifier, error) {
	provider, err := oidc.NewProvider(ctx, ${quoted(issuer)})
	if err != nil {
		return nil, nil, err
	}
	endpoint := provider.Endpoint()
	endpoint.AuthStyle = oauth2.${style}
	config := &oauth2.Config{
		ClientID: ${quoted(clientId)},
${withSecret ? '\t\tClientSecret: os.Getenv("OIDC_CLIENT_SECRET"),\n' : ''}		Endpoint: endpoint,
		RedirectURL: ${quoted(redirectUri)},
		Scopes: []string{${scopes.map(quoted).join(', ')}},
	}
	return config, provider.Verifier(&oidc.Config{ClientID: config.ClientID}), nil
}
`)
}

/** @returns an HTTP client that sends the token of a service user */
export function goService({ issuer, clientId, scopes }: SetupValues): Setup {
  return go(`package main

import (
	"context"
	"net/http"
	"os"

	"golang.org/x/oauth2/clientcredentials"
)

// newClient sends an access token with each request, and renews it.
func newClient(ctx context.Context) *http.Client {
	config := clientcredentials.Config{
		ClientID: ${quoted(clientId)},
		ClientSecret: os.Getenv("OIDC_CLIENT_SECRET"),
		TokenURL: ${quoted(`${issuer}/oauth/v2/token`)},
		Scopes: []string{${scopes.map(quoted).join(', ')}},
	}
	return config.Client(ctx)
}
`)
}
