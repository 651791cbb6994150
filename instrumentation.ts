/** Start-up. Next calls `register` once, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { startApplication } = await import('./lib/start/application')
  await startApplication()
}
