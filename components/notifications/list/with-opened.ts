/** Returns the search of the list's address, with its columns and density, and with a notification open beside it. */
export function withOpened(search: string, id: string): string {
  const params = new URLSearchParams(search)
  // Appended, so that the address of a row is the same whichever row is open.
  params.delete('open')
  params.append('open', id)
  return params.toString()
}
