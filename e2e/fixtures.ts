/** The `test` that every browser test uses: signed in with one call, and failing on errors nobody expected. */
import { test as base, expect } from '@playwright/test'

interface Credentials {
  email: string
  password: string
}

export interface Options {
  /** Where the servers under test are, one for each that runs tests beside others. */
  origins: string[]
  /** The owner that the server under test was started with. */
  owner: Credentials
  /** What the sandbox shop signs in with on the gateway's interface. */
  sandbox: { username: string; password: string }
}

interface Fixtures {
  /** Expects errors in the browser's console, for example of a request that is meant to be refused. */
  expectErrors: (pattern: RegExp) => void
  /** Signs in through the sign-in page; as the owner unless told otherwise. */
  signIn: (credentials?: Credentials) => Promise<void>
}

export const test = base.extend<Options & Fixtures>({
  origins: [[], { option: true }],
  owner: [{ email: '', password: '' }, { option: true }],
  sandbox: [{ username: '', password: '' }, { option: true }],

  baseURL: ({ origins }, provide, { parallelIndex }) => provide(origins[parallelIndex]),

  // What a server streamed waits hidden at the end of the document until React has put it where it belongs, or has
  // drawn that place itself; so long a text may be there twice, once unseen.
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
    await provide(async (credentials = owner) => {
      await page.goto('/sign-in')
      await page.getByLabel('E-mail').fill(credentials.email)
      await page.getByLabel('Password', { exact: true }).fill(credentials.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
    })
  },
})

export { expect }
