const longestLabel = 40
const mostLabels = 20

/** Labels with those that were typed, commas between them; why not, where they cannot be added. */
export function withTyped(labels: readonly string[], typed: string): string[] | 'tooLong' | 'tooMany' {
  const added = typed
    .split(',')
    .map((label) => label.trim())
    .filter(Boolean)
  if (added.some((label) => label.length > longestLabel)) return 'tooLong'
  const all = [...new Set([...labels, ...added])]
  return all.length > mostLabels ? 'tooMany' : all
}
