import 'server-only'
import { createHash } from 'node:crypto'
import { languageAttributes } from '../../i18n/locales'
import { getTranslator } from '../../i18n/server'
import { currentLocale } from '../../i18n/current'

/**
 * A service worker for `/shops/`. It answers visits with a built-in page if the server cannot be reached. It caches
 * nothing.
 */
export function offlineWorker(): string {
  const { html, policy } = offlinePage()
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy }
  return `const page = ${JSON.stringify(html)}
const init = ${JSON.stringify({ status: 503, headers })}
// Only page visits need the worker. Browsers without static routing send everything through it, unchanged.
const others = { condition: { not: { requestMode: 'navigate' } }, source: 'network' }
const route = async (event) => event.addRoutes?.([others])
self.addEventListener('install', (event) => {
  event.waitUntil(route(event).catch(() => undefined))
  self.skipWaiting()
})
self.addEventListener('activate', (event) => event.waitUntil(self.registration.navigationPreload?.enable()))
self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate' || event.request.method !== 'GET') return
  const visit = async () => (await event.preloadResponse) ?? fetch(event.request)
  event.respondWith(visit().catch(() => new Response(page, init)))
})
`
}

const style = `:root{color-scheme:light dark}
body{margin:0;min-height:100dvh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText}
main{max-width:26rem;padding:2rem;text-align:center}
h1{font-size:1.25rem;margin:0 0 .5rem}
p{margin:0 0 1.25rem}
a{display:inline-block;padding:.5rem 1rem;border:1px solid;border-radius:.375rem;color:inherit;text-decoration:none}
a:focus-visible{outline:2px solid;outline-offset:2px}`

/** The page reloads when the server answers, even if the browser never went offline. */
const script = `addEventListener('online',()=>location.reload())
setInterval(()=>fetch('/api/health/live',{cache:'no-store'}).then(()=>location.reload(),()=>{}),5000)`

function offlinePage(): { html: string; policy: string } {
  const [t, common] = [getTranslator('session'), getTranslator('common')]
  const { lang, dir } = languageAttributes(currentLocale())
  const html = `<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${t('offlineTitle')} · ${common('appName')}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${t('offlineTitle')}</h1>
<p>${t('offlineText')}</p>
<a href="">${t('offlineRetry')}</a>
</main>
<script>${script}</script>
</body>
</html>`
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const policy = [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    `script-src ${hash(script)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { html, policy }
}
