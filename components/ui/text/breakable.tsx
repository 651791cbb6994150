import { Fragment } from 'react'

/** Positions after the characters where an address or an ID may wrap. */
const afterPunctuation = /(?<=[@._+/-])(?=[^@._+/-])/

/** Wrap positions for links: keeps the IDs in them whole where there is room. */
export const afterSlashes = /(?<=\/)(?=[^/])/

/** A long word, such as an e-mail address, that wraps after its punctuation rather than inside its parts. */
export function Breakable({ text, at: places = afterPunctuation }: { text: string; at?: RegExp }) {
  return text.split(places).map((part, at) => (
    // All parts come from one text and change with it.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
