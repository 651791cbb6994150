import 'server-only'

/** Also TRUE and FALSE as Excel writes them in other languages, and yes and no. */
const yes =
  wordsOf(`true yes y 1 on wahr vrai verdadero vero verdadeiro waar prawda pravda sant sand sann tosi doğru
  igaz истина adevărat ja oui si sí sì sim tak ano áno da да так evet kyllä igen`)
export const no =
  wordsOf(`false no n 0 off falsch faux falso onwaar fałsz nepravda falskt falsk usann epätosi yanlış hamis
  ложь fals nein non não nee nie ne nej nei нет ні hayır ei nem nu`)

function wordsOf(text: string): Set<string> {
  return new Set(text.split(/\s+/))
}

/** The entries of a cell with several. */
export const listed = (cell: string): string[] => cell.split(/[\s,;|]+/).filter(Boolean)

/** Whether a cell has exactly one of these words. */
export const isWord = (cell: string | undefined, words: ReadonlySet<string>): boolean =>
  cell !== undefined && words.has(cell.trim().toLowerCase())

/** Parses a boolean; returns other text unchanged. */
export function flagOf(word: string): boolean | string {
  if (isWord(word, yes)) return true
  return isWord(word, no) ? false : word
}
