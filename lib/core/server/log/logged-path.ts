import 'server-only'
import { maskCards } from '../search/card-numbers'
import { cutText, maskContacts } from '../search/contacts-in-text'

const idsOrContacts = { isFreeText: false }

/** Characters of a path that are logged, and that are read: masks make it shorter. */
const [logged, read] = [200, 1000]

/**
 * Returns a path for the log, also behind a prefix: without the key of a notification address, the token of an invitation
 * or a payment, and the query. Masks e-mail addresses, telephone numbers with `+`, and card numbers.
 */
export function loggedPath(path: string): string {
  const [place = '', ...query] = cutText(decoded(path), read, idsOrContacts).split(/[?#]/)
  return `${shownPlace(place)}${query.length > 0 ? '?…' : ''}`.slice(0, logged)
}

/** A misspelt path may have more slashes, and dots. */
const isSkipped = (part: string): boolean => part === '' || part === '.' || part === '..'

function shownPlace(path: string): string {
  const before: string[] = []
  return path
    .split('/')
    .map((part) => {
      if (isSkipped(part)) return part
      const shown = isSecretAfter(before) ? '…' : maskCards(maskContacts(part, idsOrContacts))
      before.push(part.toLowerCase())
      return shown
    })
    .join('/')
}

/** The application's own checkouts have IDs; those of the gateway's interface have tokens. */
const isSecretAfter = (before: readonly string[]): boolean =>
  ['hooks', 'invitations', 'checkout'].includes(before.at(-1) ?? '') ||
  (before.at(-1) === 'checkouts' && before.includes('ctp'))

/** A misspelt path may be encoded, also twice, and still contain the secret. */
function decoded(path: string): string {
  let text = path
  for (let turn = 0; turn < 3; turn++) text = decodedOnce(text)
  return text
}

const letter = /%([0-7][\da-f])/gi

function decodedOnce(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(letter, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  }
}
