/** A failure of installing, building or the like, explained well enough to need no stack trace. */
export class SetupError extends Error {}

/**
 * Runs a command of ours: a SetupError ends it with its message and exit code 1.
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
