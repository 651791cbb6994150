import { NextRequest } from 'next/server'
import { beforeAll, expect, it } from 'vitest'
import { adoptConfig, loadConfig } from './lib/core/server/config'
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
  'sends who is not signed in from %s to sign in, and back',
  async (path) => {
    const { pathname, searchParams } = new URL((await visit(path)).headers.get('location') ?? '')
    expect([pathname, searchParams.get('callbackUrl')]).toEqual(['/sign-in', path])
  },
)
