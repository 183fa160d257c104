/**
 * Code samples, written from the contract. Each is a whole program that reads its credentials from
 * the environment and fails on an error response.
 */
import type { Call } from './call.ts'
import { go } from './goSample.ts'

/** The languages, under the names that Redoc highlights and labels them by. */
export const languages = [
  { lang: 'Shell', label: 'curl', write: curl },
  { lang: 'TypeScript', label: 'TypeScript', write: typescript },
  { lang: 'Python', label: 'Python', write: python },
  { lang: 'PHP', label: 'PHP', write: php },
  { lang: 'Java', label: 'Java', write: java },
  { lang: 'Go', label: 'Go', write: go },
] as const

/** Indents every line but the first. */
const indented = (text: string, spaces: number) => text.replaceAll('\n', `\n${' '.repeat(spaces)}`)

const json = (value: unknown) => JSON.stringify(value, undefined, 2)

const single = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** A text with line breaks, which PHP reads as escapes in double quotes only. */
const escaped = (text: string) => JSON.stringify(text).replaceAll('$', '\\$')

const formOf = (value: Record<string, unknown>) =>
  Object.entries(value).map(([name, one]) => [name, String(one)] as const)

/** The literals of a language. */
type Notation = {
  text(value: string): string
  word(value: boolean | null): string
  member(name: string, value: string): string
  object: [open: string, close: string]
  emptyObject: string
  indent: number
}

/** A JSON value as a literal of a language. */
function literal(value: unknown, notation: Notation): string {
  const {
    text,
    word,
    member,
    object: [open, close],
    emptyObject,
    indent,
  } = notation
  if (typeof value === 'string') return text(value)
  if (typeof value === 'boolean' || value === null) return word(value)
  if (typeof value !== 'object') return String(value)
  const isList = Array.isArray(value)
  const items = isList
    ? value.map((one) => literal(one, notation))
    : Object.entries(value).map(([name, one]) => member(name, literal(one, notation)))
  if (items.length === 0) return isList ? '[]' : emptyObject
  const lines = items.map((item) => `\n${' '.repeat(indent)}${indented(item, indent)},`)
  return `${isList ? '[' : open}${lines.join('')}\n${isList ? ']' : close}`
}

export function curl({ method, url, as, body, answer, redirects }: Call): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const flags = `${answer === 'stream' ? ' -N' : ''}${redirects ? ' -L' : ''}`
  const verb = method === (body ? 'POST' : 'GET') ? '' : ` -X ${method}`
  const parts = [`curl${flags}${verb} ${url}`]
  if (as === 'client') parts.push('-u "$CLIENT_ID:$CLIENT_SECRET"')
  if (as === 'bearer') parts.push('-H "Authorization: Bearer $ACCESS_TOKEN"')
  if (body?.type === 'json') {
    parts.push('-H "Content-Type: application/json"', `-d ${quoted(json(body.value))}`)
  }
  if (body?.type === 'form') {
    parts.push(
      ...formOf(body.value).map(([name, value]) =>
        /^[\w.-]+$/.test(value)
          ? `-d ${name}=${value}`
          : `--data-urlencode ${quoted(`${name}=${value}`)}`,
      ),
    )
  }
  return `${parts.join(' \\\n  ')}\n`
}

const ofTypescript: Notation = {
  text: (value) => single(value).replaceAll('\n', '\\n'),
  word: String,
  member: (name, value) => `${/^[A-Za-z_]\w*$/.test(name) ? name : single(name)}: ${value}`,
  object: ['{', '}'],
  emptyObject: '{}',
  indent: 2,
}

function typescript({ method, url, as, body, answer }: Call): string {
  const headers: string[] = []
  if (as === 'bearer') headers.push('Authorization: `Bearer ${process.env.ACCESS_TOKEN}`,')
  if (as === 'client') headers.push('Authorization: `Basic ${btoa(credentials)}`,')
  if (body?.type === 'json') headers.push("'Content-Type': 'application/json',")
  const options = method === 'GET' ? [] : [`method: '${method}',`]
  if (headers.length > 0) options.push(`headers: {\n    ${headers.join('\n    ')}\n  },`)
  if (body) {
    const value = indented(literal(body.value, ofTypescript), 2)
    const write = body.type === 'json' ? 'JSON.stringify' : 'new URLSearchParams'
    options.push(`body: ${write}(${value}),`)
  }
  const second = options.length > 0 ? `, {\n  ${options.join('\n  ')}\n}` : ''
  const client = 'const credentials = `${process.env.CLIENT_ID}:${process.env.CLIENT_SECRET}`\n'
  const read = {
    json: 'console.log(await response.json())\n',
    text: 'console.log(await response.text())\n',
    stream:
      'const text = response.body?.pipeThrough(new TextDecoderStream())\n' +
      'for await (const part of text ?? []) console.log(part)\n',
  }[answer]
  return `${as === 'client' ? client : ''}const response = await fetch(${single(url)}${second})
if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`)
${read}`
}

const ofPython: Notation = {
  text: (value) => JSON.stringify(value),
  word: (value) => (value === null ? 'None' : value ? 'True' : 'False'),
  member: (name, value) => `${JSON.stringify(name)}: ${value}`,
  object: ['{', '}'],
  emptyObject: '{}',
  indent: 4,
}

function python({ method, url, as, body, answer }: Call): string {
  const options: string[] = []
  if (as === 'client') {
    options.push('auth=(os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"]),')
  }
  if (as === 'bearer') {
    options.push(`headers={"Authorization": f"Bearer {os.environ['ACCESS_TOKEN']}"},`)
  }
  if (body) {
    const value = indented(literal(body.value, ofPython), 4)
    options.push(`${body.type === 'json' ? 'json' : 'data'}=${value},`)
  }
  if (answer === 'stream') options.push('stream=True,')
  options.push('timeout=30,')
  const imports = as === 'anyone' ? 'import requests\n' : 'import os\n\nimport requests\n'
  const read = {
    json: 'print(response.json())\n',
    text: 'print(response.text)\n',
    stream: 'for line in response.iter_lines(decode_unicode=True):\n    print(line)\n',
  }[answer]
  return `${imports}
response = requests.${method.toLowerCase()}(
    ${[`${JSON.stringify(url)},`, ...options].join('\n    ')}
)
response.raise_for_status()
${read}`
}

const ofPhp: Notation = {
  text: (value) => (value.includes('\n') ? escaped(value) : single(value)),
  word: String,
  member: (name, value) => `${single(name)} => ${value}`,
  object: ['[', ']'],
  emptyObject: 'new stdClass()',
  indent: 4,
}

function php({ method, url, as, body, answer, redirects }: Call): string {
  const options: string[] = []
  if (method === 'POST' && body) options.push('CURLOPT_POST => true,')
  else if (method !== 'GET') options.push(`CURLOPT_CUSTOMREQUEST => '${method}',`)
  if (redirects) options.push('CURLOPT_FOLLOWLOCATION => true,')
  if (answer !== 'stream') options.push('CURLOPT_RETURNTRANSFER => true,')
  if (as === 'client') {
    options.push("CURLOPT_USERPWD => getenv('CLIENT_ID') . ':' . getenv('CLIENT_SECRET'),")
  }
  const headers: string[] = []
  if (as === 'bearer') headers.push("'Authorization: Bearer ' . getenv('ACCESS_TOKEN'),")
  if (body?.type === 'json') headers.push("'Content-Type: application/json',")
  if (headers.length > 0) {
    options.push(`CURLOPT_HTTPHEADER => [\n        ${headers.join('\n        ')}\n    ],`)
  }
  if (body) {
    const write = body.type === 'json' ? 'json_encode' : 'http_build_query'
    options.push(`CURLOPT_POSTFIELDS => ${write}(${indented(literal(body.value, ofPhp), 4)}),`)
  }
  const set =
    options.length === 0 ? '' : `curl_setopt_array($curl, [\n    ${options.join('\n    ')}\n]);\n`
  const print = {
    json: 'print_r(json_decode($answer, true));\n',
    text: 'echo $answer;\n',
    stream: '',
  }
  const message = answer === 'stream' ? 'curl_error($curl)' : '$answer ?: curl_error($curl)'
  return `<?php
$curl = curl_init(${single(url)});
${set}$answer = curl_exec($curl);
if ($answer === false || curl_getinfo($curl, CURLINFO_RESPONSE_CODE) >= 400) {
    throw new RuntimeException(${message});
}
${print[answer]}`
}

/** Java's `BodyPublisher` for the request body. */
function publisher({ body }: Call): string {
  if (!body) return 'BodyPublishers.noBody()'
  if (body.type === 'json') {
    const text = json(body.value).replaceAll('\\', '\\\\').replaceAll('"""', '\\"""')
    return `BodyPublishers.ofString("""\n    ${indented(text, 4)}\n    """)`
  }
  const text = new URLSearchParams(Object.fromEntries(formOf(body.value))).toString()
  return `BodyPublishers.ofString(${JSON.stringify(text)})`
}

function java(call: Call): string {
  const { operationId, method, url, as, body, answer, redirects } = call
  const building: string[] = []
  if (as === 'bearer') {
    building.push('.header("Authorization", "Bearer " + System.getenv("ACCESS_TOKEN"))')
  }
  if (as === 'client') building.push('.header("Authorization", "Basic " + basic)')
  const type = { json: 'application/json', form: 'application/x-www-form-urlencoded' }
  if (body) building.push(`.header("Content-Type", "${type[body.type]}")`)
  if (method !== 'GET') building.push(`.method("${method}", ${publisher(call)})`)
  const built = [...building, '.build();'].map((line) => `\n    ${indented(line, 4)}`).join('')
  const imports = [
    'java.net.URI',
    'java.net.http.HttpClient',
    'java.net.http.HttpRequest',
    ...(method === 'GET' ? [] : ['java.net.http.HttpRequest.BodyPublishers']),
    'java.net.http.HttpResponse.BodyHandlers',
    ...(as === 'client' ? ['java.util.Base64'] : []),
  ]
    .map((name) => `import ${name};\n`)
    .join('')
  const name = operationId.charAt(0).toUpperCase() + operationId.slice(1)
  const basic = `var client = System.getenv("CLIENT_ID") + ":" + System.getenv("CLIENT_SECRET");
var basic = Base64.getEncoder().encodeToString(client.getBytes());
`
  const client = redirects
    ? 'HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build()'
    : 'HttpClient.newHttpClient()'
  const [handler, print] =
    answer === 'stream'
      ? ['ofLines', 'response.body().forEach(System.out::println);']
      : ['ofString', 'System.out.println(response.body());']
  const failure = answer === 'stream' ? 'response.toString()' : 'response.body()'
  const code = `${as === 'client' ? basic : ''}var request = HttpRequest.newBuilder()
    .uri(URI.create("${url}"))${built}
var response = ${client}
    .send(request, BodyHandlers.${handler}());
if (response.statusCode() >= 400) throw new RuntimeException(${failure});
${print}`
  return `${imports}
public class ${name} {
    public static void main(String[] args) throws Exception {
        ${indented(code, 8)}
    }
}
`
}
