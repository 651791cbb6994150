import 'server-only'
import { readdirSync } from 'node:fs'
import path from 'node:path'

const app = path.join(import.meta.dirname, '../../app')

export type Handler = (
  request: Request,
  // As in Next.js, where the types promise `params` to every route, also to those whose address has none.
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>

/** Folders of route files, relative to app/, in the order in which Next.js tries them: fixed names first. */
export const routePlaces = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'route.ts')
  .map((file) => path.dirname(file))
  .sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))

function orderOf(place: string): string {
  return place.replaceAll('[...', '~~').replaceAll('[', '~')
}

export const loadRoute = async (place: string): Promise<Record<string, Handler>> =>
  (await import(path.join(app, place, 'route.ts'))) as Record<string, Handler>

const routes = routePlaces.map((place) => {
  const pattern = place
    .replace(/\/\[\[\.\.\.\w+\]\]/g, '(?:/.*)?')
    .replace(/\[\.\.\.\w+\]/g, '.*')
    .replace(/\[(\w+)\]/g, '(?<$1>[^/]+)')
  return { place, pattern: new RegExp(`^/${pattern}$`) }
})

/** For tests: answers a request as Next.js does. Loads a route file when it is first requested. */
export async function dispatch(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  for (const { place, pattern } of routes) {
    const match = pattern.exec(pathname)
    const handler = match && (await loadRoute(place))[request.method]
    if (!handler) continue
    const params = Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]),
    )
    return handler(request, place.includes('[') ? { params: Promise.resolve(params) } : ({} as never))
  }
  return new Response(null, { status: 404 })
}
