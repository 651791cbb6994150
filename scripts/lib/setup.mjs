const NEEDED = [20, 19]

/** Exits with one line if Node is too old. Otherwise the first symptom would be a stack trace. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [neededMajor = 0, neededMinor = 0] = NEEDED
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return
  console.error(`Counterfoil needs Node.js ${NEEDED.join('.')} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

/** A failure of set-up whose message needs no stack trace. */
export class SetupError extends Error {}

/**
 * Runs a command. A SetupError prints its message and exits with code 1, and so does an error of the database.
 * @param {() => Promise<void>} command
 */
export async function main(command) {
  try {
    await command()
  } catch (error) {
    const line = error instanceof SetupError ? error.message : databaseMessage(error)
    if (line === null) throw error
    console.error(line)
    process.exit(1)
  }
}

/**
 * What PostgreSQL said, without the values of rows, which can be personal data: they are in `detail` and `where`, and
 * in the message where a value itself is wrong (class 22). Null: another error.
 * @param {unknown} error
 */
function databaseMessage(error) {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return null
  const { code, message, schema, table, column, constraint } =
    /** @type {Record<string, string | undefined>} */ (/** @type {unknown} */ (error))
  const place = [schema && table ? `${schema}.${table}` : table, column, constraint]
    .filter(Boolean)
    .join(', ')
  const text = code?.startsWith('22') ? 'a value is wrong' : message
  return `The database refuses (${code}): ${text}${place && ` (${place})`}.`
}
