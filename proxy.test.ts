import { NextRequest } from 'next/server'
import { beforeAll, expect, it } from 'vitest'
import { adoptConfig, config as settings, loadConfig } from './lib/core/server/config/config'
import { proxy } from './proxy'

beforeAll(() =>
  adoptConfig(
    loadConfig({
      NODE_ENV: 'test',
      DATABASE_URL: 'postgres://not-used',
      AUTH_SECRET: 'a'.repeat(32),
      SEALING_KEY: 'a'.repeat(64),
      SANDBOX: 'on',
    }),
  ),
)

const visit = (path: string) => proxy(new NextRequest(`http://localhost:3000${path}`))

it.each([
  '/sign-in',
  '/forgotten-password',
  '/password-reset',
  '/confirm-email',
  '/link-account',
  '/invitations',
  '/sandbox/products/prd_1/pay',
])('lets everybody visit %s', async (path) => {
  expect((await visit(path)).headers.get('location')).toBeNull()
})

it.each(['/account', '/second-factor', '/installation', '/shops/sandbox', '/confirm-email/x'])(
  'sends signed-out visitors from %s to sign in, and back',
  async (path) => {
    const { pathname, searchParams } = new URL((await visit(path)).headers.get('location') ?? '')
    expect([pathname, searchParams.get('callbackUrl')]).toEqual(['/sign-in', path])
  },
)

it('allows only our scripts and requests, with a new nonce each time', async () => {
  const before = settings.get()
  adoptConfig({ ...before, isProduction: true })
  const policyOf = async (path: string) => (await visit(path)).headers.get('content-security-policy') ?? ''
  const [first, second, widget] = await Promise.all(
    ['/sign-in', '/sign-in', '/sandbox/v2/checkout'].map(policyOf),
  ).finally(() => adoptConfig(before))
  for (const part of [
    "default-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ])
    expect(first?.split('; ')).toContain(part)
  const scripts = /script-src 'self' 'nonce-([\w+/=]{40,})' 'strict-dynamic'(?:;|$)/
  expect(scripts.exec(first ?? '')?.[1]).not.toBe(scripts.exec(second ?? '')?.[1])
  expect(first).toMatch(scripts)
  expect(first).not.toContain('unsafe-eval')
  expect(widget).toContain('frame-ancestors *')
})
