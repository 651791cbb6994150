import type { Operation } from './operations'

/** The example of an operation as a command line. The token is in the variable COUNTERFOIL_TOKEN. */
export function curlOf(
  { method, path, example = {} }: Pick<Operation, 'method' | 'path' | 'example'>,
  appUrl: string,
  shop: string,
): string {
  const query = example.query ? `?${new URLSearchParams(example.query)}` : ''
  const address = `${appUrl}${path.replace('{shop}', shop)}${query}`
  const parts = [
    `${method === 'GET' ? 'curl' : `curl -X ${method}`} -H "Authorization: Bearer $COUNTERFOIL_TOKEN"`,
    ...(example.body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(example.body))}`]),
    quoted(address),
  ]
  return parts.join(' \\\n  ')
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
