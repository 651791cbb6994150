import 'server-only'
import type { Reach } from '../../../db/outgoing/guarded-request'
import { ConfigError } from './config-error'

/** By default, an embedded installation is for this machine. */
export function listenHost(env: {
  HOST?: string
  LISTEN_HOST?: string
  DATABASE_URL?: string
}): string | null {
  const { HOST, LISTEN_HOST, DATABASE_URL } = env
  if (HOST && LISTEN_HOST && HOST !== LISTEN_HOST)
    throw new ConfigError('LISTEN_HOST: is an earlier name of HOST, which is set too; unset it')
  return HOST ?? LISTEN_HOST ?? (DATABASE_URL ? null : '127.0.0.1')
}

/** The IP address at which this server can call itself. */
function selfAddress(host: string | null): string {
  const address = withoutBrackets(new URL(`http://${authority(host ?? '0.0.0.0')}`).hostname)
  if (address === '::') return '::1'
  return address === '0.0.0.0' ? '127.0.0.1' : address
}

/** The origin at which this server can call itself; APP_URL may not resolve here. */
export const selfOrigin = (host: string | null, port: number): string =>
  `http://${authority(selfAddress(host))}:${port}`

const authority = (address: string) => (address.includes(':') ? `[${address}]` : address)
const withoutBrackets = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

const isLoopback = (host: string) => /^(127\.|\[?::1\]?$|localhost$)/.test(host)

type ReachSettings = {
  SANDBOX?: string
  SANDBOX_REACH?: 'self' | 'machine' | 'network'
  APP_URL?: string
  PORT: number
}

/**
 * The sandbox shop's endpoints may be on the developer's machine. If other machines can reach this application, they
 * must not reach local services through it: by default only the application itself.
 */
export function sandboxReach(
  { SANDBOX, SANDBOX_REACH, APP_URL, PORT }: ReachSettings,
  host: string | null,
): Reach {
  const address = selfAddress(host)
  // A proxy in front could make a loopback address reachable for others.
  const isForThisMachine =
    host !== null && isLoopback(host) && (!APP_URL || isLoopback(new URL(APP_URL).hostname))
  const isLocalOnly = SANDBOX === 'alone' || isForThisMachine
  const reach = SANDBOX_REACH ?? (isLocalOnly ? 'machine' : 'self')
  const isPrivateAllowed = reach === 'network'
  if (isLoopback(address)) return { allowLoopback: reach === 'self' ? PORT : true, isPrivateAllowed }
  // It does not listen on the loopback address, where another service may have the same port.
  return { allowLoopback: reach !== 'self', isPrivateAllowed, self: { address, port: PORT } }
}
