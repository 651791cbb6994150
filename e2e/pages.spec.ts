import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { expectAccessible, looks } from './kit/accessible'
import { expect, test } from './kit/fixtures'

/** Returns pages with content: a product with a payment, its open notification, and the payer pages. */
async function somethingToSee(request: APIRequestContext): Promise<string[]> {
  const list = await request.get('/api/shops/sandbox/products?q=workshop')
  const { items } = (await list.json()) as { items: { id: string; pay_url: string; confirm_url: string }[] }
  const [workshop] = items
  if (!workshop) throw new Error('the samples are not there')
  const paid = await request.post(`/sandbox/products/${workshop.id}/payments`, {
    data: {
      attempt: crypto.randomUUID(),
      number: '4005550000000019',
      expiry: '12/39',
      verification_value: '111',
      holder: 'A BUYER',
    },
  })
  const { uid } = (await paid.json()) as { uid: string }
  let open: string | undefined
  await expect(async () => {
    const found = await request.get(`/api/shops/sandbox/notifications?q=${uid}`)
    open = ((await found.json()) as { items: { id: string }[] }).items[0]?.id
    expect(open).toBeDefined()
  }).toPass()
  return [
    '/shops/sandbox/products',
    '/shops/sandbox/products?q=nothing+like+this',
    '/shops/sandbox/products/new',
    `/shops/sandbox/products/${workshop.id}`,
    `/shops/sandbox/notifications?open=${open}`,
    '/shops/sandbox/products/prd_0000',
    workshop.pay_url,
    workshop.confirm_url,
    `/sandbox/payments/${uid}`,
    '/sign-out',
  ]
}

for (const look of looks) {
  test(`no accessibility violations and no sideways scroll, ${look.name}`, async ({
    page,
    signIn,
    expectErrors,
  }) => {
    expectErrors(/404/)
    test.slow()
    await look.take(page)
    await page.goto('/sign-in')
    await expectAccessible(page, 'sign-in')
    await signIn()
    for (const path of await somethingToSee(page.request)) {
      await page.goto(path)
      await expect(page.locator('h1, main p').first()).toBeVisible()
      await look.expectFit(page, path)
    }
  })
}

/** The addresses of all pages that need no ID and no token. */
const plainPages = () =>
  readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('page.tsx'))
    .map((file) => `/${dirname(file)}`.replaceAll(/\/(\([^/]+\)|\.)/g, '').replace('[shop]', 'sandbox'))
    .filter((path) => !path.includes('[') && path !== '/sandbox/v2/checkout')

test('every page hydrates what the server rendered', async ({ page, signIn }) => {
  test.slow()
  await signIn()
  const paths = plainPages()
  expect(paths).toEqual(expect.arrayContaining(['/account', '/shops/sandbox/settings/alerts']))
  // The fixture fails on errors in the browser, such as those of hydration.
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.locator('h1').first()).toBeVisible()
  }
})

test('no accessibility violations in overlays: palette, shortcuts, QR code, menus', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/shops/sandbox/products')
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.keyboard.type('gift')
  await expect(
    page
      .getByRole('menuitem', { name: /Gift card 25/ })
      .or(page.getByRole('option', { name: /Gift card 25/ })),
  ).toBeVisible()
  await expectAccessible(page, 'palette')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'shortcuts')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'QR code of Gift card 25' }).first().click()
  await expect(page.getByRole('img', { name: 'QR code of the payment page' })).toBeVisible()
  await expectAccessible(page, 'QR code')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'QR code of Gift card 25' }).first()).toBeFocused()
  await page.getByRole('button', { name: 'Theme' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page, 'theme menu')
})

test('a theme that is chosen holds, whatever the system prefers', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/')
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitem', { name: 'Dark' }).click()
  const dark = await background()
  expect(dark).not.toBe(light)
  await page.reload()
  expect(await background()).toBe(dark)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitem', { name: 'Light' }).click()
  await page.reload()
  expect(await background()).toBe(light)
})

test('with reduced motion nothing fades', async ({ page, signIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn()
  await page.goto('/shops/sandbox')
  await page.emulateMedia({ colorScheme: 'dark' })
  const fading = await page.evaluate(
    () => document.getAnimations().filter((animation) => animation instanceof CSSTransition).length,
  )
  expect(fading).toBe(0)
})

test('closing a notification gives the focus back to its row', async ({ page, signIn }) => {
  await signIn()
  await somethingToSee(page.request)
  await page.goto('/shops/sandbox/notifications')
  const link = page.getByRole('row').nth(1).getByRole('link')
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: 'Notification' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(link).toBeFocused()
})

test('an address with a stale cursor shows the first page', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/shops/sandbox/products?sort=name&cursor=nonsense')
  await expect(page.getByRole('link', { name: /Gift card 25/ })).toBeVisible()
  await page.goto('/shops/sandbox/jobs?cursor=nonsense&from=51')
  await expect(page).toHaveURL(/\/jobs$/)
})

test('a search in the address of a list that has none says nothing', async ({ page, signIn }) => {
  await signIn()
  for (const [path, title] of [
    ['settings/forwarding', 'Forwarding'],
    ['jobs', 'Jobs'],
  ] as const) {
    await page.goto(`/shops/sandbox/${path}?q=x`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
  }
})

test('the form shows errors in place and in a summary, and keeps typed values', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/shops/sandbox/products/new')
  await page.getByLabel('Price', { exact: true }).fill('1.2345')
  await page.getByText('No expiry').click()
  await page
    .getByRole('button', { name: /Create product/ })
    .first()
    .click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page.getByText(/decimals/i).first()).toBeVisible()
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('1.2345')
  await expect(page).toHaveURL(/\/new$/)
})

test('the list by keyboard: search, move, open, create', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/shops/sandbox/products')
  const search = page.getByRole('textbox', { name: 'Name, description or ID' })
  await expect(async () => {
    await page.keyboard.press('/') // Key presses have no effect before hydration.
    await expect(search).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.type('gift')
  await expect(page).toHaveURL(/q=gift/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await search.blur()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Gift card 25' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/q=gift/)
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1, name: 'New product' })).toBeVisible()
})

test('no page violates its security policy', async ({ page, signIn }) => {
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      throw new Error(`the policy refused ${violatedDirective} ${blockedURI}`)
    }),
  )
  await page.goto('/sign-in')
  await page.waitForLoadState('networkidle')
  await signIn()
  await page.goto('/shops/sandbox/products/new')
  await page.waitForLoadState('networkidle')
  await page
    .getByRole('button', { name: /Create product/ })
    .first()
    .click()
  await expect(page.getByRole('alert').first()).toBeVisible()
})

test('connections stay open for longer than proxies keep them', async ({ request }) => {
  const answer = await request.get('/api/health/live')
  const longestOfProxies = 120
  expect(Number(answer.headers()['keep-alive']?.match(/timeout=(\d+)/)?.[1])).toBeGreaterThan(
    longestOfProxies,
  )
})

test('icons, the web manifest and robots.txt need no account', async ({ request }) => {
  const robots = await request.get('/robots.txt')
  expect(await robots.text()).toContain('Disallow: /')
  const answer = await request.get('/manifest.webmanifest')
  const { icons } = (await answer.json()) as { icons: { src: string }[] }
  expect(icons).not.toEqual([])
  for (const address of ['/favicon.ico', ...icons.map(({ src }) => src)]) {
    const icon = await request.get(address)
    expect([icon.status(), icon.headers()['content-type']]).toEqual([200, expect.stringMatching(/^image/)])
  }
})
