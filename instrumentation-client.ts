import { navigationStarts } from './lib/core/navigation'

declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

// As `z.config` does, without loading zod on pages that need none: it would try `eval`, which the policy of pages forbids.
globalThis.__zod_globalConfig ??= {}
globalThis.__zod_globalConfig.jitless = true

/** Next calls it in the browser when a person goes to another page, by a link, a command or back. */
export const onRouterTransitionStart = (): void => navigationStarts()
