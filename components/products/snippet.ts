const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character)

export const snippetKinds = ['button', 'link'] as const
export type SnippetKind = (typeof snippetKinds)[number]

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

/** A link for a page of the merchant's own, plain or as a button; what they typed as a name stays text there. */
export const paymentSnippet = (kind: SnippetKind, url: string, text: string): string =>
  `<a href="${escape(url)}"${kind === 'button' ? ` style="${css}"` : ''}>${escape(text)}</a>`
