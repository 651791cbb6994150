import { navigationStarts } from './lib/core/navigation'

/** Next calls it in the browser when somebody goes to another page, by a link, a command or back. */
export const onRouterTransitionStart = (): void => navigationStarts()
