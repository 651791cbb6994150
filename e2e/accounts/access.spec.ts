import { expect, test } from '../kit/fixtures'

test('a visit without a session leads to sign-in and from there back', async ({ page, owner }) => {
  await page.goto('/shops/sandbox/notifications')
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/)
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
})

test('a wrong password is refused in words, and signing out ends the session', async ({
  page,
  owner,
  expectErrors,
}) => {
  expectErrors(/401/)
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'wrong' })).toBeVisible()
  await expect(page.getByText('Ask an administrator of this installation for a new one.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: /Owner/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  const answer = await page.request.get('/api/shops/sandbox/products')
  expect(answer.status()).toBe(401)
  expect(answer.headers()['content-type']).toBe('application/problem+json')
})

test('every page carries the security headers, with a nonce of its own', async ({ request }) => {
  const [first, second] = [await request.get('/sign-in'), await request.get('/sign-in')]
  const policy = first.headers()['content-security-policy'] ?? ''
  expect(policy).toMatch(/script-src 'self' 'nonce-[\w=+/]+' 'strict-dynamic'(;|$)/)
  expect(policy).not.toContain('unsafe-eval')
  expect(policy).not.toEqual(second.headers()['content-security-policy'])
  expect(first.headers()).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cache-control': expect.stringContaining('no-store'),
  })
  expect(first.headers()['x-powered-by']).toBeUndefined()
})

test('nothing but pages, handlers and public files is served, and no folder is listed', async ({
  request,
}) => {
  const hidden = [
    '/.git/config',
    '/.env',
    '/package.json',
    '/server.mjs',
    '/data/secrets.json',
    '/secrets.json',
    '/lib/db/sealing.ts',
    '/.next/BUILD_ID',
    '/_next/',
    '/_next/static/',
    '/_next/static/chunks/',
    '/public/',
    '/..%2f..%2fetc/passwd',
  ]
  for (const place of hidden) {
    const answer = await request.get(place, { maxRedirects: 0 })
    expect([place, answer.status() >= 300]).toEqual([place, true])
    expect([place, (await answer.text()).includes('root:')]).toEqual([place, false])
  }
})
