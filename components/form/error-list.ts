import type { FieldErrors } from 'react-hook-form'

export interface ListedError {
  /** Dotted path; empty for what concerns the form as a whole. */
  name: string
  message: string
}

/** The errors of a form as a flat list, those of the form as a whole first. */
export function listErrors(errors: FieldErrors): ListedError[] {
  const found: ListedError[] = []
  collect(errors, '', found)
  return found.sort((a, b) => Number(a.name !== '') - Number(b.name !== ''))
}

function collect(node: object, path: string, into: ListedError[]): void {
  for (const [key, value] of Object.entries<unknown>({ ...node })) {
    if (typeof value !== 'object' || value === null) continue
    const name = path ? `${path}.${key}` : key
    if ('message' in value && typeof value.message === 'string') {
      into.push({ name: name === 'root' || name.startsWith('root.') ? '' : name, message: value.message })
    } else if (key !== 'ref') {
      collect(value, name, into)
    }
  }
}
