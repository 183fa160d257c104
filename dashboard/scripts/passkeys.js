'use strict'
// Asks the browser for a passkey, and posts the form with what it gave. Everything else on the
// dashboard works without this script.
{
  const form = document.querySelector('form[data-passkey]')
  const problem = document.getElementById('passkey-problem')

  /** The browser's answer as JSON (Web Authentication Level 3, §5.1). */
  async function credential({ passkey: kind, options: json }) {
    const options = JSON.parse(json)
    const made =
      kind === 'create'
        ? await navigator.credentials.create({
            publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
          })
        : await navigator.credentials.get({
            publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
          })
    return JSON.stringify(made)
  }

  let isAsking = false

  async function ask() {
    if (isAsking) return
    isAsking = true
    problem.hidden = true
    try {
      form.elements.passkey.value = await credential(form.dataset)
      form.submit()
    } catch {
      // Canceled, timed out, or no passkey here: the browser says no more than that.
      problem.hidden = false
      isAsking = false
    }
  }

  if (form) {
    // A global by its bare name would be an error where there is none, as on a page without https.
    if (typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function') {
      form.addEventListener('submit', (event) => {
        event.preventDefault()
        void ask()
      })
      if (form.dataset.automatic === 'true') void ask()
    } else {
      document.getElementById('passkey-unsupported').hidden = false
    }
  }
}
