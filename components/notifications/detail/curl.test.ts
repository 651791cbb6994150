import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { curlOf } from './actions'

const url = 'https://shop.example/api/hooks/k3y/notification'
const headers = { 'content-type': 'application/json', 'content-signature': 'AA==' }

/** Runs a command in a shell with a fake curl. Returns the arguments it got, and what it would read from its input. */
function inShell(command: string): { args: string[]; input: string } {
  const script = `curl() { printf '%s\\0' "$@"; if [ "$read" = yes ]; then printf '\\1'; cat; fi; }\n${command}`
  const said = execFileSync('sh', [], {
    input: script,
    env: {
      ...process.env,
      SHOP_ID: '361',
      SECRET_KEY: 'a $secret',
      read: command.includes('| curl') ? 'yes' : '',
    },
    maxBuffer: 8e6,
  })
  const [args = '', input = ''] = said.toString('utf8').split('\0\u0001')
  return { args: args.replace(/\0$/, '').split('\0'), input }
}
const bodyOf = (raw: string) => {
  const { args, input } = inShell(curlOf({ url, headers, raw }))
  return args.includes('--data-raw') ? args[args.indexOf('--data-raw') + 1] : input
}

describe('curlOf', () => {
  it('posts the body with its headers to the address, with placeholders for the credentials', () => {
    const command = curlOf({ url, headers, raw: '{"a":1}' })
    expect(command).toContain('-u "$SHOP_ID:$SECRET_KEY"')
    expect(inShell(command).args).toEqual([
      '-X', 'POST', url, '-u', '361:a $secret',
      '-H', 'content-type: application/json', '-H', 'content-signature: AA==',
      '--data-raw', '{"a":1}',
    ]) // prettier-ignore
  })

  it('never has an Authorization header, a cookie or a header that curl sends itself', () => {
    const risky = {
      Authorization: 'Basic c2VjcmV0',
      Cookie: 'a=b',
      'content-length': '7',
      Host: 'x',
      'x-own': "o'k",
    }
    const { args } = inShell(curlOf({ url, headers: risky, raw: '{}' }))
    expect(args.filter((_arg, at) => args[at - 1] === '-H')).toEqual(["x-own: o'k"])
  })

  it.each([
    ['quotes', `it's "quoted" '' \\' $HOME \`id\` $(id) !! \\`],
    ['several lines, and one at the end', 'a\nb\r\n\tc\n'],
    ['a file it could be taken for', '@/etc/passwd'],
    ['an option it could be taken for', '-o /tmp/x'],
    ['nothing', ''],
    ['other letters', 'שלום 你好 🎫 \u202e'],
    ['NUL and other controls', 'a\0b\u0007\u001b[31m'],
    ['what ends the text it stands in', "'\nEND\n"],
    ['a body of a megabyte', JSON.stringify({ x: 'ü'.repeat(500_000) })],
  ])('hands over exactly the body: %s', (_what, raw) => {
    expect(bodyOf(raw)).toBe(raw)
  })
})
