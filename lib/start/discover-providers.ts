import 'server-only'
import { Agent, fetch } from 'undici'
import type { Config } from '../core/server/config/config'
import { discoveryAddress, type OidcProvider } from '../core/server/config/oidc'
import { proxiedConnector } from '../db/outgoing/proxy'

const timeoutMs = 10_000

/**
 * Tries each OpenID provider, and returns the ID and a line of each that does not work. An unreachable provider must
 * not keep the others, or people with passwords, from signing in.
 */
export async function discoverProviders({
  oidc,
}: Pick<Config, 'oidc'>): Promise<{ broken: string[]; lines: string[] }> {
  const found = await Promise.all(
    oidc.map(async (provider) => {
      const problem = await problemOf(provider)
      return problem === null
        ? null
        : { id: provider.id, line: `OIDC_${provider.id.toUpperCase()}_ISSUER: ${problem}` }
    }),
  )
  const failed = found.filter((one) => one !== null)
  return { broken: failed.map(({ id }) => id), lines: failed.map(({ line }) => line) }
}

async function problemOf(provider: OidcProvider): Promise<string | null> {
  const address = discoveryAddress(provider)
  const dispatcher = new Agent({ connect: proxiedConnector(timeoutMs) })
  try {
    const answer = await fetch(address, { dispatcher, signal: AbortSignal.timeout(timeoutMs) })
    if (!answer.ok) return `${address} answers ${answer.status}`
    const { issuer } = (await answer.json()) as { issuer?: unknown }
    if (typeof issuer === 'string' && issuer.replace(/\/+$/, '') === provider.issuer) return null
    return `${address} names another issuer: ${String(issuer)}`
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return `${address} cannot be read (${cause instanceof Error ? cause.message : 'unknown'})`
  }
}
