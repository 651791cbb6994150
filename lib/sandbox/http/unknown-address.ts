import 'server-only'
import { payerTranslator } from '../../core/i18n/payer-messages'
import { Refusal } from './refusal'

/** For an address that leads to nothing: a page for people, the interface's error shape for clients. */
export async function unknownAddress(request: Request): Promise<Response> {
  if ((request.headers.get('accept') ?? '').includes('text/html')) return page(request.headers.get('x-nonce'))
  const { pathname } = new URL(request.url)
  const isUnversioned = !request.headers.get('x-api-version') && /\/transactions(\/|$)/.test(pathname)
  return new Refusal(404, 'Not found').answer({ wrapped: isUnversioned })
}

/** Nothing of a request stands in it, and it loads nothing. The nonce comes from proxy.ts. */
function page(nonce: string | null): Response {
  const t = payerTranslator('en', 'sandbox.states')
  const style = nonce === null ? '' : `<style nonce="${nonce}">${css}</style>`
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${t('notFound')}</title>${style}</head><body><main><h1>${t('notFound')}</h1><p>${t('notFoundText')}</p></main></body></html>`
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }
  return new Response(html, { status: 404, headers })
}

const css =
  ':root{color-scheme:light dark;font-family:system-ui,sans-serif}main{max-width:28rem;margin:20vh auto 0;padding:0 1rem;line-height:1.5}h1{font-size:1.25rem}'
