/** A failure of set-up whose message needs no stack trace. */
export class SetupError extends Error {}

/**
 * Runs a command. A SetupError prints its message and exits with code 1.
 * @param {() => Promise<void>} command
 */
export async function main(command) {
  try {
    await command()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
