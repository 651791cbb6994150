import type { BrowserContext } from '@playwright/test'

/** Gives a browser the cookies of somebody who signed in over HTTP (`signIn`). */
export const letIn = (context: BrowserContext, appUrl: string, cookie: string) =>
  context.addCookies(
    cookie.split('; ').map((pair) => {
      const at = pair.indexOf('=')
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: appUrl }
    }),
  )
