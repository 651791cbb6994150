import 'server-only'

export const oddities: readonly unknown[] = [
  null, true, false, {}, [], [[]], '', ' ', 0, -1, -0, 0.1, 1e308, -1e308, 2 ** 53, 2 ** 63, 1e-300, Number.MAX_SAFE_INTEGER,
  '9'.repeat(400), '1250', '12.50', '-1', '1e9', 'NaN', '\0', 'a\0b', '\ud800', 'x\udc00y', '\u{1f4a5}', '\u202e', '\ufeff',
  '%', '\\', "'; DROP TABLE notifications; --", '${7*7}', '<script>', '\n\r\t\v', ';;;;', 'a;'.repeat(3000), 'ü'.repeat(3000),
  'x'.repeat(300), 'x'.repeat(20_000), '0000-01-01T00:00:00Z', '0000-00-00T00:00:00Z', '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z', '2026-02-30T25:61:61Z', '9999-12-31T23:59:59.999Z', '294277-01-01T00:00:00Z', 'infinity', '-infinity', 'now',
  '{1,2}', '\\x00', { toString: 1, constructor: null }, { toJSON: 'x', next: 'y', length: -1 }, [null, [null, { a: [] }]],
  Array.from({ length: 300 }, (_, n) => n), Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${n}`, n])),
] // prettier-ignore

export const oddNames = ['__proto__', 'constructor', 'hasOwnProperty', '', ' ', '\0', '\ud800', 'a.b', 'a'.repeat(5000), '0', 'credit_card', 'token', '💥'] // prettier-ignore

export const oddHeaders: Record<string, readonly string[]> = {
  'content-type': ['application/json', 'text/plain', 'multipart/form-data', 'application/json; charset=utf-16', '', ';;;', '\xff', 'x'.repeat(9000)], // prettier-ignore
  'content-encoding': ['gzip', 'br', 'identity, nonsense'],
  'user-agent': ['', 'x'.repeat(9000), '\xfc', "' OR 1=1"],
  'x-request-id': ['', '\xff\xff', '{"a":1}'],
  date: ['yesterday', '', '-1'],
  cookie: ['a=b', '='.repeat(5000)],
  'x-forwarded-for': ['::1', ',,,,', 'x'.repeat(5000)],
  'x-counterfoil-peer': ['10.0.0.1', '', "'"],
}

export const oddKeys = ['', 'wrong', '%00', '%', '%zz', '%E0%A4%A', '..%2f..%2f', '%2e%2e', 'a\0b', '\ud800', "' OR '1'='1", 'x'.repeat(5000), '💥', '${key}', 'null', '%F0%9F%92%A5', 'believed%00', '*'] // prettier-ignore
