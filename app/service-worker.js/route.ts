import { offlineWorker } from '@/lib/core/server/offline-worker'

/** The script that browsers run beside the back office's pages. It holds nothing of anybody. */
export const GET = (): Response =>
  new Response(offlineWorker(), {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
    },
  })
