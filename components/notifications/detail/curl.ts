interface Posted {
  /** Where it was posted to. */
  url: string
  headers: Readonly<Record<string, string>>
  /** The body as text. */
  raw: string
}

/** Secrets, and what curl says of itself. */
const left = new Set([
  'authorization',
  'cookie',
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'expect',
])

/** Linux takes no longer argument (128 KiB), and none with a NUL in it. */
const longestArgument = 100 * 1024
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/

/** In single quotes, where a shell leaves everything as it is. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** What a notification was posted with, as a command for a POSIX shell; the shop's credentials are placeholders. */
export function curlOf({ url, headers, raw }: Posted): string {
  const lines = [
    `curl -X POST ${quoted(url)}`,
    '-u "$SHOP_ID:$SECRET_KEY"',
    ...Object.entries(headers)
      .filter(([name]) => !left.has(name.toLowerCase()))
      .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
  ]
  const join = (all: readonly string[]) => all.join(' \\\n  ')
  const bytes = new TextEncoder().encode(raw)
  if (bytes.length <= longestArgument && !controls.test(raw))
    // Not `--data`, which takes a body that begins with @ for the name of a file.
    return join([...lines, `--data-raw ${quoted(raw)}`])
  const encoded = base64(bytes).replaceAll(/.{76}(?=.)/g, '$&\n')
  return `base64 -d <<'END' | ${join([...lines, '--data-binary @-'])}\n${encoded}\nEND`
}

function base64(bytes: Uint8Array): string {
  let binary = ''
  // As many as a call may have arguments.
  for (let at = 0; at < bytes.length; at += 8192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}
