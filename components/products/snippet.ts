const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character)

/** A link for a page of the merchant's own; what they typed as a name stays text there. */
export const paymentButton = (url: string, text: string): string =>
  `<a href="${escape(url)}">${escape(text)}</a>`
