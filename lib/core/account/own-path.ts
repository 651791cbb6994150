import { urlOf } from '@/lib/gateway/values/url'

/**
 * Returns where to go after signing in: a path of this application other than `/sign-out`, or home. Parses the target
 * as a browser does, because a browser reads `/\elsewhere.example` as an address on another host.
 */
export function ownPath(target: string | string[] | undefined): string {
  const base = 'http://own.invalid'
  const url = typeof target === 'string' ? urlOf(target, base) : null
  if (!url || url.pathname === '/sign-out') return '/'
  // "/..//x" resolves to "//x", which leads to another host when used alone.
  return url.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search : '/'
}
