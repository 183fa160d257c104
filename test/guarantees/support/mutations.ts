/** What careless and malicious clients send in place of what belongs there. */

/** Text that means something to somebody who takes it for more than text. */
export const injections = [
  "' or '1'='1", "'; drop table customers; --", '" or ""="', '1; select pg_sleep(5)', '%\' and 1=1',
  '{"$gt":""}', '$where: 1', '{{7*7}}', '${7*7}', '<%= 7*7 %>', '#{7*7}', '${jndi:ldap://a/b}',
  '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '\r\nSet-Cookie: a=b',
  '../../../etc/passwd', '..\\..\\boot.ini', '/etc/passwd%00.png', '| cat /etc/passwd', '`id`',
  '$(id)', '%s%s%s%n', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>', '__proto__',
  'constructor', 'null', 'undefined', 'NaN', 'true', '0x10', 'javascript:alert(1)', '=1+1',
]

/** Text that is longer, shorter or other than it looks. */
export const unusual = [
  '', ' ', '\t', '\n', '\u00a0', '\u200b', '\u3164', '\ufeff', '\0', 'a\0b', '\u0001', '\x7f',
  '\u202eabc', '\ud800', '\udc00\ud800', 'a\ud83d', '😀', '👩‍👩‍👧', 'e\u0301', 'é', 'ﬁ', 'ß',
  'İ', 'ı', '１２３', '१२३', '\u2028', '\u{10ffff}', '\ufffd', '\ufffe',
  'z'.padEnd(50, '\u0300'), 'ﷺ', '日本語',
]

const sizes = [1, 32, 33, 160, 161, 255, 256, 320, 321, 2_000, 2_001, 2_048, 2_049, 16_384, 60_000]

const texts = [...injections, ...unusual, ...sizes.map((size) => 'x'.repeat(size))]

/** Values as they stand in a body, some of which are no JSON. */
export const values: string[] = [
  ...texts.map((text) => JSON.stringify(text)),
  ...['null', 'true', 'false', '[]', '{}', '[1]', '[[]]', '{"a":1}', '["x"]', '[null]'],
  ...['0', '-0', '1', '-1', '1.0', '4990.0', '499e1', '4.99E+3', '1e2', '0.1', '1.5', '1e-400'],
  ...['1e400', '-1e400', '9007199254740991', '9007199254740992', '9007199254740993', '1E0'],
  ...['4990.0000000000000001', '0.1000000000000000000001', '99999999999', '100000000000', '1.50'],
  ...['01', '+1', '.5', '1.', '0x10', '1_000', 'NaN', 'Infinity', '-', '1e', 'undefined', 'TRUE'],
  ...["'x'", '"x', '"\\x41"', '"\n"', '"\\ud800"', '"\\u0000"', '"\\ud83d\\ude00"', '/* */ 1'],
  ...['{"a":1,"a":2}', '{"a":{"b":1,"b":1}}', '[{"a":1,"\\u0061":2}]', '{"a":1,}', '[1,]', '{a:1}'],
  ...['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"a":1}}}', '{"":{"":""}}'],
  ...['{"n":4990.0}', '{"n":1e21}', '{"n":0.30000000000000004}', '{"n":4990.0000000000000001}'],
  ...[8, 9, 32, 33, 5_000].map((levels) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`),
  '['.repeat(20_000), `[${'0,'.repeat(5_000)}0]`, `{${'"a":0,'.repeat(2)}"b":0}`,
]

/** Fields that are the service's own, or that look like one that is not. */
export const surplus = [
  'id', 'object', 'status', 'seller_id', 'created_at', 'updated_at', 'completed_at', 'expires_at',
  'checkout_url', 'amount_total_minor', 'lookup_key', 'product_id', 'archived_at', 'page_token',
  'scopes', 'role', 'admin', 'is_admin', '__proto__', 'constructor', 'prototype', 'toString',
  'hasOwnProperty', 'name ', 'Name', 'n\u0430me', 'name\u200b', '', '$set', 'name.first', 'name[]',
]

/** Names of headers to which this service gives no meaning. */
export const harmless = [
  'Accept', 'Accept-Charset', 'Accept-Encoding', 'Accept-Language', 'Cookie', 'Origin', 'Referer',
  'User-Agent', 'From', 'If-Match', 'If-None-Match', 'If-Modified-Since', 'Range', 'Cache-Control',
  'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'Forwarded', 'X-Real-IP', 'Via',
  'X-Original-URL', 'X-Rewrite-URL', 'X-HTTP-Method-Override', 'X-Method-Override', 'X-Request-Id',
  'X-User-Id', 'X-Seller-Id', 'X-Forwarded-Prefix', 'Sec-Fetch-Mode', 'DNT', 'Pragma', 'Warning',
  'Proxy-Authorization', 'traceparent', 'Content-Language', 'Content-Location', 'X-Api-Key',
  'Access-Control-Request-Method', 'Upgrade-Insecure-Requests', 'Date', 'Max-Forwards', 'Priority',
]

/** What a header may carry at all: bytes without line ends. */
export const headerTexts = [
  ...injections.filter((text) => !/[\r\n]/.test(text)),
  '', '*', 'a, b, c', '\u00e9\u00ff', '"', 'bytes=0-0', 'DELETE', '127.0.0.1', 'evil.example',
  'for=127.0.0.1;host=evil.example;proto=https', 'gzip;q=0', '/v1/products', 'x'.repeat(8_000),
]

/** Texts for a place in an address, as they are sent. */
export const addressTexts = [
  ...injections.map(encodeURIComponent),
  ...unusual.filter((text) => text.isWellFormed()).map(encodeURIComponent),
  '%', '%2', '%zz', '%ff', '%c0%ae', '%ed%a0%80', '%E0%A4%A', '%u0041', '.', '..', '%2e%2e', '%2f',
  '%252f', ';', 'a;b=c', '+', '%20', '*', '~', '!', 'a'.repeat(4_000), '01', '+1', '1e1', '0x10',
  '1.0', '%31', '-1', '0', '101', '2147483648', '9007199254740993', '[]', '1%00', '%0a1', '1%20',
]
