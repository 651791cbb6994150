const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character)

/** How a page leads to a payment page: a button, a plain link, or a frame that has it in the page itself. */
export type SnippetKind = 'button' | 'link' | 'frame'

/** Of a button on somebody else's page, where none of our styles are; colours in a notation of their own for that. */
export const buttonStyle = {
  display: 'inline-block',
  padding: '12px 20px',
  borderRadius: '8px',
  background: 'rgb(14, 106, 78)',
  color: 'rgb(255, 255, 255)',
  font: '600 16px/1.25 system-ui, sans-serif',
  textDecoration: 'none',
} as const

const css = Object.entries(buttonStyle)
  .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value}`)
  .join('; ')

/** Tall enough for the order, the card's fields and the button. */
const frameHeight = 720

/** HTML for a page of the merchant's own; what they typed as a name stays text there. */
export function paymentSnippet(kind: SnippetKind, url: string, text: string): string {
  if (kind === 'frame')
    return `<iframe src="${escape(url)}" title="${escape(text)}" width="100%" height="${frameHeight}" style="border: 0" allow="payment"></iframe>`
  return `<a href="${escape(url)}"${kind === 'button' ? ` style="${css}"` : ''}>${escape(text)}</a>`
}
