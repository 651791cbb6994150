import 'server-only'
import type { NextRequest } from 'next/server'
import type { NextAuthOptions } from 'next-auth'
import { decode } from 'next-auth/jwt'
import { AuthHandler } from '../../../node_modules/next-auth/core'

// This file must not import project files: it replaces modules that they import.

/** For tests: the cookies of a browser, which are also in the headers that Next.js provides. */
export const jar = new Map<string, string>()
export const cookieHeader = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

/** For tests: replaces next/headers. */
export const nextHeaders = { headers: async () => new Headers({ cookie: cookieHeader() }) }

/** For tests: replaces next-auth with its own handler. Its entry for Next.js works only in Next's request scope. */
export const nextAuth = {
  default: async (
    request: NextRequest,
    { params }: { params: Promise<{ nextauth: string[] }> },
    options: NextAuthOptions,
  ) => {
    const [action, providerId] = (await params).nextauth
    const answer = await AuthHandler({
      req: {
        method: request.method,
        action: action as 'callback',
        providerId,
        cookies: Object.fromEntries(jar),
        headers: Object.fromEntries(request.headers),
        query: Object.fromEntries(request.nextUrl.searchParams),
        body: request.method === 'POST' ? Object.fromEntries(await request.formData()) : {},
      },
      options,
    })
    for (const { name, value } of answer.cookies ?? []) jar.set(name, value)
    const headers = new Headers(answer.redirect ? { location: answer.redirect } : {})
    return new Response(JSON.stringify(answer.body ?? null), { status: answer.redirect ? 302 : 200, headers })
  },
  getServerSession: async (options: NextAuthOptions) => {
    const token = await decode({ token: jar.get('next-auth.session-token'), secret: options.secret ?? '' })
    return token && options.callbacks?.session?.({ session: { expires: '' }, token } as never)
  },
}
