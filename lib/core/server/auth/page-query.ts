import 'server-only'
import { unstable_rethrow as rethrowNextControlFlow } from 'next/navigation'
import { AppError } from '../errors'
import { log } from '../log'

/**
 * Runs what a page reads. Next prints an error that leaves a page as it is, and drizzle puts a statement's
 * parameters into its message: what is not ours is logged without them, and leaves as `internal`.
 */
export async function pageQuery<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    rethrowNextControlFlow(error)
    if (error instanceof AppError) throw error
    log().error({ err: error }, 'page failed')
    throw new AppError('internal')
  }
}
