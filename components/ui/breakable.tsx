import { Fragment } from 'react'

/** Behind these signs an address or an ID may go on in the next line. */
const signs = /(?<=[@._+/-])(?=[^@._+/-])/

/** Of links: the IDs in them stay in one piece where there is room. */
export const slashes = /(?<=\/)(?=[^/])/

/** A long word, such as an e-mail address, that is broken behind its signs rather than within its parts. */
export function Breakable({ text, at: places = signs }: { text: string; at?: RegExp }) {
  return text.split(places).map((part, at) => (
    // Parts are of one text, and change with it.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
