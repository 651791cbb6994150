import 'server-only'
import { createHash } from 'node:crypto'

type Content = {
  title: string
  text: string
  /** `address` must be safe in an attribute. */
  note?: { text: string; link: string; address: string }
  language: { lang: string; dir: 'ltr' | 'rtl' }
  /** Seconds after which the page loads again. */
  reloadsAfter?: number
  /** Whether any site may show it in a frame. */
  mayBeFramed?: boolean
}

/**
 * A page that needs neither scripts nor the database, and repeats nothing from the request except its address, encoded,
 * in a link.
 */
export function smallPage({ title, text, note, language, reloadsAfter, mayBeFramed = false }: Content) {
  const reload = reloadsAfter === undefined ? '' : `<meta http-equiv="refresh" content="${reloadsAfter}">`
  const noted = note ? `<p>${note.text} <a href="${note.address}">${note.link}</a></p>` : ''
  const body = `<!doctype html><html lang="${language.lang}" dir="${language.dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">${reload}<title>${title}</title><style>${css}</style></head><body><main><h1>${title}</h1><p>${text}</p>${noted}</main></body></html>`
  const headers: Record<string, string> = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${cssHash}'; base-uri 'none'; form-action 'none'; frame-ancestors ${mayBeFramed ? '*' : "'none'"}`,
  }
  return { body, headers }
}

const css =
  ':root{color-scheme:light dark;font-family:system-ui,sans-serif}main{max-width:28rem;margin:20vh auto 0;padding:0 1rem;line-height:1.5}h1{font-size:1.25rem}'
const cssHash = createHash('sha256').update(css).digest('base64')
