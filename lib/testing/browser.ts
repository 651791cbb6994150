import { vi } from 'vitest'
import type { Problem } from '@/lib/core/api/problem'
import type { SignedIn } from '@/lib/core/server/auth/actor'
import { singleton } from '@/lib/db/singleton'

const visitor = singleton<SignedIn | null>('test-visitor')

/**
 * For tests: who is signed in at the browser that requests come from. The session cookie needs Next's request scope, so
 * the person is given here; everything behind it is real. Tests of the cookie itself `vi.unmock` the module.
 */
export const browser = {
  get person() {
    return visitor.peek() ?? null
  },
  set person(person: SignedIn | null) {
    visitor.set(person)
  },
}

// In a set-up file (vitest.config.ts), because it must come before the imports of a test.
vi.mock('@/lib/core/server/auth/actor', () => ({ signedIn: async () => browser.person }))

/**
 * For tests: calls to the application's API as the person who is signed in, with JSON in the body and the answer.
 * `Usual`: what most of them return. `at`: what their paths begin with.
 */
export const apiOf =
  <Usual = Problem>(app: { url: string }, at = '/api/shops/sandbox') =>
  async <Body = Usual>(method: string, path = '', body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${app.url}${at}${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Body & Record<string, unknown> }
  }

/** For tests: the same for calls that must succeed. They return the body alone. */
export function successOf<Usual>(app: { url: string }, at?: string) {
  const call = apiOf(app, at)
  return async <Body = Usual>(method: string, path?: string, body?: unknown) => {
    const answer = await call<Body>(method, path, body)
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer.body
  }
}
