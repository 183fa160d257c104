/** A page that sends requests to the sandbox that serves it. */
import { operationsOf } from '../../contract/document.ts'
import type { Document } from '../../contract/document.ts'
import { callOf } from './call.ts'
import { docsTexts } from './texts.ts'
import type { Language } from './texts.ts'

/** The calls that the console offers: what the public port answers with one whole body. */
export function consoleCalls(document: Document): object[] {
  return [...operationsOf(document)]
    .filter(({ elsewhere }) => !elsewhere)
    .map((found) => ({
      call: callOf(document, found),
      title: (found.operation as unknown as { summary: string }).summary,
    }))
    .filter(({ call: { answer, redirects } }) => answer !== 'stream' && !redirects)
    .map(({ call: { operationId, method, url, as, body }, title }) => ({
      id: operationId,
      title,
      method,
      url,
      as,
      body,
    }))
}

/** The text of the page, which needs a service behind it. */
export function consolePage(language: Language): string {
  const { console: texts } = docsTexts[language]
  return `<div id="console">
<h1>${texts.title}</h1>
<p>${texts.about}</p>
<p id="live" hidden role="alert">${texts.live}</p>
<form>
<label>client_id <input name="client_id" autocomplete="off" spellcheck="false"></label>
<label>client_secret <input name="client_secret" type="password" autocomplete="off"></label>
<label>${texts.operation} <select name="operation"></select></label>
<label>${texts.address} <input name="path" autocomplete="off" spellcheck="false"></label>
<label>${texts.body} <textarea name="body" rows="12" spellcheck="false"></textarea></label>
<button class="button">${texts.send}</button>
</form>
<h2>${texts.answer}</h2>
<output aria-live="polite"></output>
<pre tabindex="0" role="region" aria-label="${texts.answer}"></pre>
</div>
<noscript><p>${texts.withoutScripts}</p></noscript>
`
}

export const consoleScript = `const { lang } = document.documentElement
const form = document.querySelector('#console form')
const { client_id, client_secret, operation, path, body } = form.elements
const button = form.querySelector('button')
const idPattern = /\\b([a-z]+_)[0-9a-f]{8}-[0-9a-f-]{27}\\b/g

// The newest id of each kind that an answer has brought takes the place of the example's.
const ids = new Map()
const withIds = (text) => text.replaceAll(idPattern, (id, kind) => ids.get(kind) ?? id)

let calls = []
// A token is kept for the client that it was issued to, until the page is left or it is refused.
let kept = { client: '', token: '' }

function show() {
  const call = calls.find(({ id }) => id === operation.value)
  const { pathname, search } = new URL(call.url)
  path.value = withIds(pathname + search)
  const { type, value } = call.body ?? {}
  const text = type === 'form' ? String(new URLSearchParams(value)) : JSON.stringify(value, null, 2)
  body.value = call.body ? withIds(text) : ''
  body.disabled = call.method === 'GET'
}

function tell(status, text) {
  document.querySelector('#console output').textContent = status
  document.querySelector('#console pre').textContent = text
}

const basic = () => 'Basic ' + btoa(client_id.value.trim() + ':' + client_secret.value.trim())

async function tokenOf() {
  const client = client_id.value.trim() + ':' + client_secret.value.trim()
  if (kept.client === client) return kept.token
  const response = await fetch('/oauth/token', {
    method: 'POST',
    headers: { Authorization: basic() },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  if (!response.ok) return response
  const token = (await response.json()).access_token
  // In live mode there is no clock to read, and requests would be about real money.
  const clock = await fetch('/sandbox/clock', { headers: { Authorization: 'Bearer ' + token } })
  if (clock.status === 404) document.getElementById('live').hidden = false
  if (!clock.ok) return clock
  kept = { client, token }
  return token
}

async function send(call) {
  const headers = {}
  if (call.as === 'client') headers.Authorization = basic()
  if (call.as === 'bearer') {
    const token = await tokenOf()
    if (token instanceof Response) return token
    headers.Authorization = 'Bearer ' + token
  }
  const sent = call.method === 'GET' || body.value.trim() === '' ? undefined : body.value
  if (sent) {
    const isForm = call.body?.type === 'form'
    headers['Content-Type'] = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  }
  const address = new URL(path.value, location.origin)
  // Credentials go nowhere but to the service that serves this page.
  if (address.origin !== location.origin) throw new Error(address.origin)
  return fetch(address, { method: call.method, headers, body: sent })
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const call = calls.find(({ id }) => id === operation.value)
  button.disabled = true
  try {
    const response = await send(call)
    if (response.status === 401) kept = { client: '', token: '' }
    let text = await response.text()
    for (const [id, kind] of text.matchAll(idPattern)) ids.set(kind, id)
    try {
      text = JSON.stringify(JSON.parse(text), null, 2)
    } catch {
      // Not JSON: shown as it came.
    }
    tell(response.status + ' · ' + (response.headers.get('x-request-id') ?? ''), text)
  } catch (error) {
    tell(String(error), '')
  } finally {
    button.disabled = false
  }
})

async function start() {
  const response = await fetch('/docs/calls.' + lang + '.json')
  calls = await response.json()
  for (const { id, title, method } of calls) {
    operation.append(new Option(title + ' (' + method + ' ' + id + ')', id))
  }
  const wished = location.hash.slice(1)
  if (calls.some(({ id }) => id === wished)) operation.value = wished
  show()
  operation.addEventListener('change', show)
}

start()
`
