'use strict'
// Asks the browser for a passkey, and posts the form with what it gave. Everything else on the
// dashboard works without this script.
{
  const form = document.querySelector('form[data-passkey]')
  const problem = document.getElementById('passkey-problem')

  const bytesOf = (text) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))

  const textOf = (bytes) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')

  const withBytes = (credentials = []) => credentials.map((one) => ({ ...one, id: bytesOf(one.id) }))

  /** Options as `navigator.credentials` takes them (Web Authentication Level 3, §5.1.8). */
  function optionsOf({ challenge, user, excludeCredentials, allowCredentials, ...options }) {
    return {
      ...options,
      challenge: bytesOf(challenge),
      ...(user && { user: { ...user, id: bytesOf(user.id) } }),
      excludeCredentials: withBytes(excludeCredentials),
      allowCredentials: withBytes(allowCredentials),
    }
  }

  /**
   * A credential as JSON (§5.1), written member by member: extensions of password managers put
   * objects of their own in its place, whose `toJSON` throws or is missing.
   */
  function jsonOf({ id, rawId, type, response }) {
    const { clientDataJSON, attestationObject, authenticatorData, signature, userHandle } = response
    const registration = attestationObject && {
      attestationObject: textOf(attestationObject),
      transports: response.getTransports?.() ?? [],
    }
    const assertion = signature && {
      authenticatorData: textOf(authenticatorData),
      signature: textOf(signature),
      ...(userHandle && { userHandle: textOf(userHandle) }),
    }
    return JSON.stringify({
      id,
      rawId: rawId ? textOf(rawId) : id,
      type,
      response: { clientDataJSON: textOf(clientDataJSON), ...registration, ...assertion },
      clientExtensionResults: {},
    })
  }

  async function credential({ passkey: kind, options }) {
    const publicKey = optionsOf(JSON.parse(options))
    const { credentials } = navigator
    return jsonOf(
      kind === 'create'
        ? await credentials.create({ publicKey })
        : await credentials.get({ publicKey }),
    )
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
    // A page without https, or at an address in digits, has none.
    if (navigator.credentials && 'PublicKeyCredential' in globalThis) {
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
