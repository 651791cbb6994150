import { offlineWorker } from '@/lib/core/server/pages/offline-worker'

/** The service worker of the back office. It contains no personal data. */
export const GET = (): Response =>
  new Response(offlineWorker(), {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
    },
  })
