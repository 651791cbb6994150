/** Scopes that operations need beside their own, depending on what they are about. */
import { tokenScopes, type Permission } from '../core/permissions'
import { jobPermissions } from '../jobs/permissions'

const scopes: readonly Permission[] = tokenScopes

/** Of jobs that tokens can see: copies tell of other shops (lib/jobs/server/load.ts). */
const { 'products.copy': _copies, ...jobs } = jobPermissions

const oneOf = (permissions: readonly Permission[]): string =>
  [...new Set(permissions)]
    .filter((one) => scopes.includes(one))
    .map((one) => `\`${one}\``)
    .join(' or ')

const ordering = `Also the scope that such a job is ordered with: ${oneOf(Object.values(jobs).map(({ order }) => order))}. Other jobs do not exist for a token.`
const reporting = `For the report also ${oneOf(Object.values(jobs).map(({ report }) => report))}, and of checkouts and customers \`personal_data.read\`.`

/** Returns what a token needs beside the scope of the operation, or null. `key`: as in an API, such as `GET /jobs`. */
export function furtherScopes(key: string): string | null {
  const [, place = ''] = key.split(' ')
  if (key === 'POST /checkouts') return 'With a card token also `card_tokens.read`.'
  if (key === 'GET /jobs/[id]/report') return `${ordering} ${reporting}`
  return /^\/jobs(\/\[id\]|$)/.test(place) ? ordering : null
}
