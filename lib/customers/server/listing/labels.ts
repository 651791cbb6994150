import 'server-only'
import type { Rights } from '../../../core/permissions'
import { shownText } from '../../../core/server/search/contacts-in-text'

/** Labels as somebody with these rights sees them: contacts in them are masked. Labels that then look alike are one. */
export const shownLabels = (rights: Rights, labels: readonly string[]): string[] => [
  ...new Set(labels.map((label) => shownText(rights, label))),
]

/** Returns the labels that somebody names by what they see of them: those of `stored` with that look, or else a new one. */
export const namedLabels = (rights: Rights, given: readonly string[], stored: readonly string[]): string[] =>
  given.flatMap((label) => {
    const meant = stored.filter((own) => shownText(rights, own) === label)
    return meant.length > 0 ? meant : [label]
  })
