import 'server-only'

/** What stands at these places of a text instead. */
export type Edit = { start: number; end: number; to: string }

/** `edits`: in order, none over another. */
export function edited(text: string, edits: Edit[]): string {
  let result = ''
  let from = 0
  for (const { start, end, to } of edits) {
    result += text.slice(from, start) + to
    from = end
  }
  return result + text.slice(from)
}
