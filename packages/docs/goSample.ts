import type { Call } from './call.ts'

/** A statement that sets `err`, and what ends the program then; indented as gofmt has it. */
const checked = (statement: string) => [statement, 'if err != nil {', '\tpanic(err)', '}']

function bodyLines({ body }: Call): string[] {
  if (body?.type === 'json') {
    const text = JSON.stringify(body.value, undefined, 2)
    return [
      `body := strings.NewReader(${text.includes('`') ? JSON.stringify(text) : `\`${text}\``})`,
    ]
  }
  if (!body) return []
  const values = Object.entries(body.value).map(
    ([name, value]) => `${JSON.stringify(name)}: {${JSON.stringify(String(value))}}`,
  )
  return [`form := url.Values{${values.join(', ')}}`, 'body := strings.NewReader(form.Encode())']
}

/** A sample in Go that needs the standard library alone, whose client follows redirects. */
export function go(call: Call): string {
  const { method, url, as, body, answer } = call
  const type = { json: 'application/json', form: 'application/x-www-form-urlencoded' }
  const imports = [
    ...(answer === 'stream' ? [] : ['fmt']),
    'io',
    'net/http',
    ...(body?.type === 'form' ? ['net/url'] : []),
    ...(as !== 'anyone' || answer === 'stream' ? ['os'] : []),
    ...(body ? ['strings'] : []),
  ]
  const lines = [
    ...bodyLines(call),
    ...checked(`request, err := http.NewRequest("${method}", "${url}", ${body ? 'body' : 'nil'})`),
    ...(as === 'bearer'
      ? ['request.Header.Set("Authorization", "Bearer "+os.Getenv("ACCESS_TOKEN"))']
      : []),
    ...(as === 'client'
      ? ['request.SetBasicAuth(os.Getenv("CLIENT_ID"), os.Getenv("CLIENT_SECRET"))']
      : []),
    ...(body ? [`request.Header.Set("Content-Type", "${type[body.type]}")`] : []),
    ...checked('response, err := http.DefaultClient.Do(request)'),
    'defer response.Body.Close()',
    ...(answer === 'stream' ? [] : checked('answer, err := io.ReadAll(response.Body)')),
    'if response.StatusCode >= 400 {',
    answer === 'stream' ? '\tpanic(response.Status)' : '\tpanic(string(answer))',
    '}',
    ...(answer === 'stream'
      ? ['if _, err := io.Copy(os.Stdout, response.Body); err != nil {', '\tpanic(err)', '}']
      : ['fmt.Println(string(answer))']),
  ]
  return `package main

import (
${imports.map((name) => `\t"${name}"\n`).join('')})

func main() {
${lines.map((line) => `\t${line}\n`).join('')}}
`
}
