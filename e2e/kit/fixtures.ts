/** The `test` of every browser test: signs in with one call, and fails on unexpected errors. */
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'

interface Credentials {
  email: string
  password: string
}

export interface Options {
  /** The servers under test, one for each parallel worker. */
  origins: string[]
  /** The owner's credentials on the server under test. */
  owner: Credentials
  /** The sandbox shop's credentials at the gateway. */
  sandbox: { username: string; password: string }
}

interface Fixtures {
  /** The browser's clipboard, which the test may use. */
  clipboard: { read: () => Promise<string>; write: (text: string) => Promise<void> }
  /** Allows console errors that match, such as a request that is refused on purpose. */
  expectErrors: (pattern: RegExp) => void
  /** Signs the browser in, as the owner by default. No page is opened; access.spec.ts tests the sign-in page. */
  signIn: (credentials?: Credentials) => Promise<void>
  /** Returns a page of another person, in a separate browser context. The owner, who is signed in, invites them. */
  support: () => Promise<Page>
}

export const test = base.extend<Options & Fixtures>({
  origins: [[], { option: true }],
  owner: [{ email: '', password: '' }, { option: true }],
  sandbox: [{ username: '', password: '' }, { option: true }],

  baseURL: ({ origins }, provide, { parallelIndex }) => provide(origins[parallelIndex]),

  // React streams content into a hidden element at the end of the document, and then moves it into place or renders
  // that place itself. Until then a text may exist twice, once hidden.
  page: async ({ page }, provide) => {
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
    const inPlace = () => expect(page.locator('[hidden][id^="S:"]')).toHaveCount(0)
    page.goto = async (url, options) => {
      const answer = await goto(url, options)
      if (!options?.waitUntil) await inPlace()
      return answer
    }
    page.reload = async (options) => {
      const answer = await reload(options)
      await inPlace()
      return answer
    }
    await provide(page)
  },

  clipboard: async ({ context, page }, provide) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await provide({
      read: () => page.evaluate(() => navigator.clipboard.readText()),
      write: (text) => page.evaluate((copied) => navigator.clipboard.writeText(copied), text),
    })
  },

  expectErrors: [
    async ({ context }, provide) => {
      const errors: string[] = []
      const expected: RegExp[] = []
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (event) => errors.push(String(event.error())))
      await provide((pattern) => {
        expected.push(pattern)
      })
      const unexpected = errors.filter((error) => !expected.some((pattern) => pattern.test(error)))
      expect(unexpected, 'unexpected errors in the browser').toEqual([])
    },
    { auto: true },
  ],

  signIn: async ({ page, owner }, provide) => {
    await provide((credentials = owner) => signInAs(page, credentials))
  },

  support: async ({ page: owner, browser, baseURL }, provide) => {
    const contexts: BrowserContext[] = []
    await provide(async () => {
      const credentials = { email: unusedAddress(), password: 'a password for support' }
      const invitation = { email: credentials.email, name: 'Sam Support', role: 'support' }
      const invited = await owner.request.post('/api/shops/sandbox/invitations', { data: invitation })
      const { url } = (await invited.json()) as { url: string }
      const context = await browser.newContext({ baseURL })
      contexts.push(context)
      const page = await context.newPage()
      const answer = { token: url.split('#').at(-1), name: 'Sam Support', password: credentials.password }
      expect((await page.request.post('/api/invitations/accept', { data: answer })).status()).toBe(200)
      await signInAs(page, credentials)
      await page.goto('/')
      return page
    })
    for (const context of contexts) await context.close()
  },
})

async function signInAs(page: Page, credentials: Credentials) {
  const token = await page.request.get('/api/auth/csrf')
  const { csrfToken } = (await token.json()) as { csrfToken: string }
  const form = { ...credentials, csrfToken, json: 'true' }
  const answer = await page.request.post('/api/auth/callback/credentials', { form })
  expect(answer.status(), 'signing in').toBe(200)
}

const unusedAddress = () => `support.${crypto.randomUUID().slice(0, 8)}@shop.example`

export { expect }
