// A user interface of your own: two pages and the style sheet are ours, every other page is the built-in one.
import type { FormError, LoginNamePage, LoginUi, PasswordPage } from '@symbolon/login'
import { templates } from '@symbolon/ui-templates'
import { html } from 'hono/html'

type Markup = ReturnType<typeof html>

const builtIn = templates({ vendorName: 'Harbour ID' })

/** The same text for an unknown name and a wrong password, so that the page does not reveal which names exist. */
const errors: Partial<Record<FormError, string>> = {
  missing_login_name: 'Please type your email or user name.',
  missing_password: 'Please type your password.',
  invalid_credentials: 'That name and password do not go together.',
  too_many_attempts: 'Too many attempts. Please wait a moment.',
  busy: 'The harbour is crowded. Please try again in a few seconds.',
}

/** Every form posts to `page.action`, with the fields `request` and `csrf`, and has one submit button. */
function document(page: LoginNamePage | PasswordPage, title: string, fields: Markup): Markup {
  const { error } = page
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Harbour ID</title>
<link rel="stylesheet" href="/ui/login/assets/harbour.css">
</head>
<body>
<main>
<h1>${title}</h1>
<p>to go on to ${page.applicationName}</p>
${error === undefined ? '' : html`<p role="alert">${errors[error] ?? 'Please try again.'}</p>`}
<form method="post" action="${page.action}">
<input type="hidden" name="request" value="${page.requestId}">
<input type="hidden" name="csrf" value="${page.csrf}">
${fields}
<button>Continue</button>
</form>
</main>
</body>
</html>`
}

function loginNamePage(page: LoginNamePage): Markup {
  return document(
    page,
    'Welcome aboard',
    html`<label for="name">Email or user name</label>
<input id="name" name="loginName" value="${page.loginName ?? ''}" autocomplete="username" autocapitalize="none" spellcheck="false" autofocus>`,
  )
}

function passwordPage(page: PasswordPage): Markup {
  return document(
    page,
    'Your password',
    html`<label for="name">Email or user name</label>
<input id="name" value="${page.loginName}" autocomplete="username" readonly>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" autofocus>
${page.ways?.recovery === undefined ? '' : html`<p><a href="${page.ways.recovery.path}">Lost your password?</a></p>`}`,
  )
}

/** The user interface of Harbour. */
export const harbourUi: LoginUi = {
  locales: ['en'],
  assets: {
    ...builtIn.assets,
    'harbour.css': {
      contentType: 'text/css; charset=utf-8',
      body: `:root { color-scheme: light dark; font: 1.05rem/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#e8f1f5, #0b1a22) }
main { width: min(22rem, 90vw); padding: 2rem; border-radius: 1rem; background: light-dark(#fff, #14303d) }
input:not([type=hidden]), button { display: block; width: 100%; box-sizing: border-box; margin: .25rem 0 1rem; padding: .7rem; font: inherit; border-radius: .5rem; border: 1px solid light-dark(#567, #9ab) }
button { background: #0a5a7a; color: #fff; border: 0; cursor: pointer }
[role=alert] { color: light-dark(#a11, #ff9d9d) }`,
    },
  },
  render(page, locale) {
    switch (page.kind) {
      case 'login_name':
        return String(loginNamePage(page))
      case 'password':
        return String(passwordPage(page))
      default:
        return builtIn.render(page, locale)
    }
  },
}
