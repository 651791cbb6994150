/** Formats a path, as in `transaction.receipt[0]["a key"]`. */
export const pathText = (path: readonly (string | number)[]): string =>
  path.map((key, at) => step(key, at === 0)).join('')

function step(key: string | number, isFirst: boolean): string {
  if (typeof key === 'number') return `[${key}]`
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `[${JSON.stringify(key)}]`
  return isFirst ? key : `.${key}`
}
