// The script of the pages with passkeys. It is served as it is: no build step stands between this text and the browser.
import type { Asset } from '@symbolon/login'

/**
 * Runs the ceremony of the form with `data-passkey`, writes the answer into its field `credential`, and submits it. Everything else of the
 * page works without it.
 *
 * - The button starts a ceremony. A ceremony that waits is aborted first, because it would block any other.
 * - With `data-conditional-options` the page starts one by itself, where the browser can do so without a dialog. When it fails, nothing is shown.
 * - A text for each kind of error is in the data of the form: `data--not-allowed-error` is `dataset.NotAllowedError`. The browser does not
 *   reveal whether a passkey exists: https://www.w3.org/TR/webauthn-3/#sctn-assertion-privacy
 * - A page that was out of sight for long has a challenge that is about to expire, so it is loaded again unless something was typed.
 * - `submit` of the prototype neither runs the listener of the submit event nor can be hidden by a field.
 */
export const passkeyScript: Asset = {
  contentType: 'text/javascript; charset=utf-8',
  body: `'use strict';
{
  const form = document.querySelector('form[data-passkey]');
  const status = form?.querySelector('[role=status]');
  const api = window.PublicKeyCredential;
  const freshFor = 240000;
  const opened = Date.now();
  let waiting;

  const run = async (options, mediation) => {
    waiting?.abort();
    waiting = new AbortController();
    const common = mediation ? { signal: waiting.signal, mediation } : { signal: waiting.signal };
    status.textContent = '';
    try {
      const asked = JSON.parse(options);
      const credential = form.dataset.passkey === 'create'
        ? await navigator.credentials.create({ publicKey: api.parseCreationOptionsFromJSON(asked), ...common })
        : await navigator.credentials.get({ publicKey: api.parseRequestOptionsFromJSON(asked), ...common });
      form.elements.credential.value = JSON.stringify(credential.toJSON());
      HTMLFormElement.prototype.submit.call(form);
    } catch ({ name }) {
      if (!mediation && name !== 'AbortError') status.textContent = form.dataset[name] ?? form.dataset.other;
    }
  };
  const canRunByItself = async () => form.dataset.passkey === 'create'
    ? (await api.getClientCapabilities?.())?.conditionalCreate === true
    : await api.isConditionalMediationAvailable?.();
  const isUntouched = () => [...document.querySelectorAll('input')].every((input) => input.value === input.defaultValue);

  if (form && api?.parseRequestOptionsFromJSON) {
    (form.closest('[hidden]') ?? form).hidden = false;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      run(form.dataset.options);
    });
    const byItself = form.dataset.conditionalOptions;
    if (byItself) canRunByItself().then((can) => can && run(byItself, 'conditional'));
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' && Date.now() - opened > freshFor && isUntouched()) location.reload();
    });
  } else if (form) {
    status.textContent = form.dataset.unsupported;
  }
}
`,
}
