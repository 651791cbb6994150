type Direction = 'asc' | 'desc'

/** In which direction a list is sorted by a column; `sort` as in the address and the API, such as `-updated_at`. */
export function sortedBy(sort: string, column: string): Direction | undefined {
  if (sort === column) return 'asc'
  return sort === `-${column}` ? 'desc' : undefined
}

/** The sort after a press on a column's heading: by it, in its `first` direction; by it already, the other way. */
export function nextSort(sort: string, column: string, first: Direction): string {
  const sorted = sortedBy(sort, column)
  const direction = sorted === undefined ? first : sorted === 'asc' ? 'desc' : 'asc'
  return direction === 'desc' ? `-${column}` : column
}
