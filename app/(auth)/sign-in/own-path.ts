/**
 * Where to go after signing in: a path of ours, or home. What a browser makes of the text decides, not how it
 * looks: "/\\t/elsewhere.example" and "/\\\\elsewhere.example" lead to another host.
 */
export function ownPath(target: string | string[] | undefined): string {
  const base = 'http://own.invalid'
  if (typeof target !== 'string' || !URL.canParse(target, base)) return '/'
  const url = new URL(target, base)
  // "//x" is left of "/..//x": a path that begins with two slashes leads to a host when it is used by itself.
  return url.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search : '/'
}
