const plain = (name: string) => name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** Whether two products are called the same by people, whatever the spaces and capitals. */
export const sameName = (one: string | null, other: string): boolean =>
  one !== null && plain(one) === plain(other)
