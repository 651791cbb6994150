import 'server-only'
import type { MailMessage } from './mail'

type Letter = {
  subject: string
  paragraphs: string[]
  /** Stands after the first paragraph. */
  link: { url: string; label: string }
}

/** A mail with a link to a person, as text and as HTML that loads nothing and follows the reader's own fonts and colours. */
export function letter({ subject, paragraphs: [first = '', ...rest], link }: Letter): MailMessage {
  const linked = `<a href="${escaped(link.url)}">${escaped(link.label)}</a>`
  const inHtml = [escaped(first), linked, escaped(link.url), ...rest.map(escaped)]
  return {
    subject,
    text: [first, link.url, ...rest].join('\n\n'),
    html: `<!doctype html><meta charset="utf-8"><title>${escaped(subject)}</title>${inHtml.map((part) => `<p>${part}</p>`).join('')}`,
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
