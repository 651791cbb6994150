import 'server-only'
import { isIP, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { getProxyForUrl } from 'proxy-from-env'
import { Agent, buildConnector, errors, type Dispatcher } from 'undici'
import { singleton } from '../singleton'

type Target = Pick<buildConnector.Options, 'protocol' | 'hostname' | 'port'>

/** One for the process, so that connections to the proxy end with it. */
const proxies = singleton<Agent>('proxies')

/**
 * The proxy of HTTP_PROXY, HTTPS_PROXY and NO_PROXY through which this address is called; null: none. This machine is
 * always called directly.
 */
export function proxyFor({ protocol, hostname, port }: Target): string | null {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (/^(localhost|127(\.\d+){3}|::1)$/i.test(host) || isOfThisMachine(host)) return null
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}${port ? `:${port}` : ''}`
  return getProxyForUrl(`${protocol}//${authority}`) || null
}

const isOfThisMachine = (address: string): boolean =>
  isIP(address) !== 0 &&
  Object.values(networkInterfaces()).some((own) => own?.some((one) => one.address === address))

/**
 * Connects to `host`, by default the target's own name, through a tunnel (CONNECT) of the proxy. TLS is with the
 * target.
 */
export function connectThrough(
  proxy: string,
  target: buildConnector.Options,
  { timeout, host = target.hostname }: { timeout: number; host?: string },
  callback: buildConnector.Callback,
): void {
  const { origin, username, password } = new URL(proxy)
  const port = target.port || (target.protocol === 'https:' ? '443' : '80')
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  const account = username ? `${decodeURIComponent(username)}:${decodeURIComponent(password)}` : null
  const headers = {
    host: authority,
    ...(account && { 'proxy-authorization': `Basic ${Buffer.from(account).toString('base64')}` }),
  }
  if (!proxies.peek()) proxies.set(new Agent({ connect: { timeout } }))
  const opened = proxies
    .get()
    .connect({ origin, path: authority, headers, signal: AbortSignal.timeout(timeout) })
  const use = ({ statusCode, socket }: Dispatcher.ConnectData) => {
    if (statusCode !== 200) {
      socket.on('error', () => undefined).destroy()
      return callback(new ProxyRefused(statusCode), null)
    }
    const tunnel = socket as Socket
    if (target.protocol !== 'https:') return callback(null, tunnel)
    const servername = target.servername || (isIP(target.hostname) === 0 ? target.hostname : '')
    buildConnector({ timeout })({ ...target, servername, httpSocket: tunnel }, callback)
  }
  // As without a proxy: nothing was sent yet.
  const fail = (error: Error) =>
    callback(error.name === 'TimeoutError' ? new errors.ConnectTimeoutError() : error, null)
  opened.then(use).catch(fail)
}

/** Nothing reached the target. */
class ProxyRefused extends Error {
  readonly code = 'proxy_refused'
  constructor(readonly status: number) {
    super(`The proxy answered ${status}`)
    this.name = 'ProxyRefused'
  }
}

/** Connects through the environment's proxy for the target, if there is one. */
export function proxiedConnector(timeout: number): buildConnector.connector {
  const direct = buildConnector({ timeout })
  return (options, callback) => {
    const proxy = proxyFor(options)
    if (proxy) connectThrough(proxy, options, { timeout }, callback)
    else direct(options, callback)
  }
}
