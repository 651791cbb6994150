/**
 * Lets a browser that is still reading the document paint nothing before the rows in view are there: to paint a page
 * without them first keeps it from reading on, for as long as its first layout takes. `shows`: the element that has them;
 * `media`: where that is shown.
 */
export const FirstFrame = ({ shows, media }: { shows: string; media?: string }) => (
  <link rel="expect" href={`#${shows}`} blocking="render" media={media} />
)
