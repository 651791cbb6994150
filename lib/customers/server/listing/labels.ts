import 'server-only'
import type { Rights } from '../../../core/permissions'
import { shownText } from '../../../core/server/search/contacts-in-text'

/** Returns labels as a person with these rights sees them: contacts are masked, and labels with the same mask are one. */
export const shownLabels = (rights: Rights, labels: readonly string[]): string[] => [
  ...new Set(labels.map((label) => shownText(rights, label))),
]

/** Returns the labels that a person means: those of `stored` that they see as given, or else the label itself. */
export const namedLabels = (rights: Rights, given: readonly string[], stored: readonly string[]): string[] =>
  given.flatMap((label) => {
    const meant = stored.filter((own) => shownText(rights, own) === label)
    return meant.length > 0 ? meant : [label]
  })
