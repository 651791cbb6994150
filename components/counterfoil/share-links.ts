/** Half of a surrogate pair, at which cut text may end. URLs cannot encode it. */
const loneSurrogate = /\p{Surrogate}/gu
const encode = (text: string) => encodeURIComponent(text.replace(loneSurrogate, '\ufffd'))

export interface Shared {
  url: string
  /** The text before the link, such as “Printing workshop, €65.00”. */
  text: string
  subject: string
}

/** Returns a mailto link without a recipient. */
export const mailLink = ({ url, text, subject }: Shared): string =>
  `mailto:?subject=${encode(subject)}&body=${encode(`${text}\r\n\r\n${url}\r\n`)}`

export const whatsAppLink = ({ url, text }: Shared): string =>
  `https://wa.me/?text=${encode(`${text}\n${url}`)}`

export const telegramLink = ({ url, text }: Shared): string =>
  `https://t.me/share/url?url=${encode(url)}&text=${encode(text)}`
