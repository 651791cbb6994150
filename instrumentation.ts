import type { Instrumentation } from 'next'

/** Start-up. Next calls `register` once, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { startApplication } = await import('./lib/start/application')
  await startApplication()
}

/** Next calls it with each error that leaves a page. */
export const onRequestError: Instrumentation.onRequestError = async (error) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { noteFailedPage } = await import('./lib/core/server/pages/page-visit')
  noteFailedPage(error)
}
