import type { ReactNode } from 'react'
import type { Mark } from '@/lib/core/lists/list'
import { visibleName } from '../ui/text/visible-text'

interface MarkedProps {
  text: string
  marks?: readonly Mark[]
  /** Formats each part, after the text is split. */
  show?: (part: string) => string
}

/** Shows a text with its search matches marked. */
export function Marked({ text, marks = [], show = visibleName }: MarkedProps): ReactNode {
  return marks.length === 0
    ? show(text)
    : splitAtMarks(text, marks).map(({ at, part, isMark }) =>
        isMark ? (
          <mark key={at} className="rounded-[2px] bg-mark text-text">
            {show(part)}
          </mark>
        ) : (
          show(part)
        ),
      )
}

/** Splits the text into marked and unmarked parts, each with its start. Skips marks that overlap or exceed the text. */
export function splitAtMarks(text: string, marks: readonly Mark[]) {
  const pieces: { at: number; part: string; isMark: boolean }[] = []
  let from = 0
  for (const [start, length] of marks) {
    if (start < from || start + length > text.length) continue
    if (start > from) pieces.push({ at: from, part: text.slice(from, start), isMark: false })
    pieces.push({ at: start, part: text.slice(start, start + length), isMark: true })
    from = start + length
  }
  if (from < text.length) pieces.push({ at: from, part: text.slice(from), isMark: false })
  return pieces
}

/**
 * Cuts off the beginning of a text whose first mark is so far to the right that a narrow cell would hide it. Cuts at a
 * space, about `lead` UTF-16 units before the mark, and moves the marks.
 */
export function fromMark(
  text: string,
  marks: readonly Mark[] = [],
  lead = 24,
): { text: string; marks: Mark[] } {
  const first = marks[0]?.[0] ?? 0
  const space = first > lead + 12 ? text.lastIndexOf(' ', first - lead) : -1
  if (space < 0) return { text, marks: [...marks] }
  return {
    text: `…${text.slice(space)}`,
    marks: marks.map(([start, length]) => [start - space + 1, length]),
  }
}
