/**
 * Finds text that no message file has, on a page in the pseudo-locale. Messages are accented there, so a word without
 * accents is hard-coded, unless it is data.
 *
 * Data is what the API returns (names, e-mail addresses, IDs), what is in an element of code or of text as it was
 * received (`code`, `pre`, `kbd`, `.font-mono`, `bdi`, `[lang]`), addresses and paths, codes in capitals, such as EUR
 * and UTC, and `excepted`.
 */
import type { APIRequestContext, Page } from '@playwright/test'

const excepted = new Set([
  // Card brands, browsers, systems and networks, and the type of a transaction in the gateway's words.
  'visa',
  'chrome',
  'linux',
  'whatsapp',
  'telegram',
  'payment',
  // Words of React Aria's date fields. It has its own translations, but none for the pseudo-locale.
  'dd',
  'mm',
  'yyyy',
  'calendar',
])

/** Everything that the API returns at these addresses, on all pages of a list, as one text. */
export async function dataOf(request: APIRequestContext, paths: readonly string[]): Promise<string> {
  const answers = await Promise.all(paths.map((path) => valuesAt(request, path)))
  return `\n${answers.flat().join('\n')}\n`.toLowerCase()
}

async function valuesAt(request: APIRequestContext, path: string): Promise<string[]> {
  const values: string[] = []
  let params = {}
  for (;;) {
    const answer = await request.get(path, { params })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()}`)
    const page = (await answer.json()) as { next_cursor?: string | null }
    values.push(...valuesOf(page))
    if (!page.next_cursor) return values
    params = { cursor: page.next_cursor }
  }
}

/**
 * The texts of a JSON value, without keys, and without codes of the API, which pages must not show. Labels are people's
 * own words, although some look like codes.
 */
function valuesOf(value: unknown): string[] {
  if (typeof value === 'string') return /^[a-z_.]+$/.test(value) ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, held]) =>
    key === 'labels' && Array.isArray(held) ? held.map(String) : valuesOf(held),
  )
}

/** Returns the texts of a page that hold words without accents. */
export const plainTexts = async (page: Page): Promise<string[]> =>
  [...new Set(await page.evaluate(readTexts))].filter((text) => wordsIn(text).length > 0)

/** Returns those that are not data. */
export function hardCoded(texts: readonly string[], data: string): string[] {
  return texts.filter((text) => {
    const plain = withHidden(text.trim().replaceAll(/\s+/g, ' ').replaceAll('…', ''))
    if (data.includes(plain.toLowerCase())) return false
    return wordsIn(plain).some((word) => !data.includes(word.toLowerCase()))
  })
}

/** Returns a text with the hidden characters that pages write as escapes, such as “\\u202e”. */
const withHidden = (text: string): string =>
  text.replaceAll(/\\u([\da-f]{4})/g, (_escape, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )

/** The words without accents, except addresses and codes in capitals. */
const wordsIn = (text: string): string[] =>
  text
    .replaceAll(/\S+(?:@|:\/\/)\S+|(?<=^|\s)\/\S+/g, ' ')
    .replaceAll(/[^\s“”()]*[\p{L}][^\s“”()]*/gu, (word) => (/[^\x20-\x7e…·–’]/.test(word) ? ' ' : word))
    .match(/[a-z][a-z'-]+/gi)
    ?.filter((word) => !/^[A-Z]{2,5}s?$/.test(word) && !excepted.has(word.toLowerCase())) ?? []

/** Texts and labels for people, including those for screen readers. Runs in the browser. */
function readTexts(): string[] {
  const isData = (element: Element) =>
    element.closest(
      'code, pre, kbd, bdi, .font-mono, script, style, noscript, body [lang], next-route-announcer',
    )
  const found: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode
    if (!parentElement || isData(parentElement) || !parentElement.checkVisibility()) continue
    found.push(textContent ?? '')
  }
  for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    if (isData(element) || !element.checkVisibility()) continue
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      found.push(element.getAttribute(name) ?? '')
  }
  return found
}
